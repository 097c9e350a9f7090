-- Which tenant lists this host (settings.tenant.hosts): asked for every page of the portal's start.
create index tenants_by_host on vigil.tenants using gin ((settings -> 'tenant' -> 'hosts') jsonb_path_ops);
