import type { Member } from "../../api/client";

/** The distance between the lines of the picture, in pixels. */
export const rowHeight = 44;

/** The indentation of a session relative to the one that it was made from, in pixels. */
export const stepWidth = 24;

/** The maximum indentation depth: a chain of continuations can be long. */
const deepest = 12;

/** A session in the picture of a family. */
export interface Node {
  member: Member;
  x: number;
  y: number;
  /** The session that it was made from, and one that was merged into it. */
  parent: Node | undefined;
  merged: Node | undefined;
}

/** Gives each session of a family its place: a line for each, below the session that it was made from. */
export function laidOut(members: Member[]): Node[] {
  const nodes = members.map<Node>((member, n) => ({
    member,
    x: stepWidth * (0.75 + Math.min(member.depth, deepest)),
    y: rowHeight * (n + 0.5),
    parent: undefined,
    merged: undefined,
  }));
  const named = new Map(nodes.map((node) => [node.member.reference, node]));
  for (const node of nodes) {
    node.parent = node.member.parent ? named.get(node.member.parent) : undefined;
    node.merged = node.member.with ? named.get(node.member.with) : undefined;
  }
  return nodes;
}
