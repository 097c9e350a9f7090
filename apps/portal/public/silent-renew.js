// The identity provider sends the hidden renewal frame back here; the page that opened it takes the answer from the address.
parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);
