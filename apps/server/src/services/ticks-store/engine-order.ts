/**
 * Members in the order in which the engine keeps them: by the second half of their ids, and then by the first. Of neighbours it
 * opens once what it would open for each.
 */
export function inEngineOrder(userIds: readonly string[]): string[] {
  const turned = userIds.map((id) => `${id.slice(secondHalf)}${id.slice(0, secondHalf)}`);
  return turned.sort().map((id) => `${id.slice(-secondHalf)}${id.slice(0, -secondHalf)}`);
}

/** Where it begins in the text of an id, with the hyphen before it. */
const secondHalf = 18;
