import { useRef } from "preact/hooks";
import { getTree, type Detail, type Member } from "../../api/client";
import { useResource } from "../../live/resource";
import { count, cost } from "../../values/amount";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { age } from "../../values/when";
import { useCommands } from "../../shell/keys";
import { sessionPath } from "../../shell/route";
import { laidOut, rowHeight, stepWidth, type Node } from "./family";
import { partsOf } from "../../values/reference";

/** The origin of a session and everything that came from it, as a picture beside a list. */
export function Tree({ session }: { session: Detail }) {
  const { value, problem, reload } = useResource(
    `tree ${session.reference}`,
    (signal) => getTree(partsOf(session.reference), { signal }),
    (change) => change.topic === "session" || change.topic === "run",
  );
  if (value.value) return <Picture members={value.value.items ?? []} />;
  return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the tree" />;
}

function Picture({ members }: { members: Member[] }) {
  const list = useRef<HTMLUListElement>(null);
  const nodes = laidOut(members);
  const width = Math.max(...nodes.map((node) => node.x)) + stepWidth;
  const walk = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const from = at < 0 ? links.findIndex((link) => link.hasAttribute("aria-current")) : at;
    links[Math.max(0, Math.min(from + by, links.length - 1))]?.focus();
  };
  useCommands([
    { title: "Next session of the tree", keys: ["j", "ArrowDown"], run: () => walk(1) },
    { title: "Previous session of the tree", keys: ["k", "ArrowUp"], run: () => walk(-1) },
  ]);
  return (
    <div class="tree" tabIndex={0} role="group" aria-label="Tree of the session">
      <div class="tree-room">
        <svg width={width} height={nodes.length * rowHeight} role="img" aria-label={`${count(members.length, "session")} and how each was made of another one`}>
          {nodes.map((node) => (
            <Branch key={node.member.reference} node={node} />
          ))}
          {nodes.map((node) => (
            <Dot key={node.member.reference} node={node} />
          ))}
        </svg>
        <ul ref={list}>
          {nodes.map((node) => (
            <li key={node.member.reference} aria-level={node.member.depth + 1}>
              <Line node={node} />
            </li>
          ))}
        </ul>
      </div>
      {members.length === 1 && <p class="meta tree-alone">Nothing was made of this session yet. A fork or a continuation appears here.</p>}
    </div>
  );
}

/** The line from a session to the one that was made from it, and to a second one that was merged into it. */
function Branch({ node }: { node: Node }) {
  return (
    <>
      {node.parent && <path class={"branch" + (isLight(node.member) ? " light" : "")} d={bow(node.parent, node)} />}
      {node.merged && <path class="branch merge" d={bow(node.merged, node)} />}
    </>
  );
}

/** Goes down from one session, and around a corner to another one. */
function bow(from: Node, to: Node): string {
  if (from.x >= to.x) return `M${from.x} ${from.y} C${from.x + stepWidth} ${from.y} ${to.x + stepWidth} ${to.y} ${to.x} ${to.y}`;
  const corner = Math.min(10, to.x - from.x);
  return `M${from.x} ${from.y} V${to.y - corner} Q${from.x} ${to.y} ${from.x + corner} ${to.y} H${to.x}`;
}

function Dot({ node: { member, x, y } }: { node: Node }) {
  const kind = (member.wanted ? " wanted" : "") + (member.gone ? " gone" : "") + (isLight(member) ? " light" : "");
  return <circle class={"dot" + kind} cx={x} cy={y} r={member.wanted ? 6 : 5} />;
}

/** The sessions of sub-agents are mostly irrelevant. */
function isLight(member: Member): boolean {
  return member.kind === "subagent";
}

/** The title of a session, or the beginning of its id. */
function nameOf({ title, reference }: Member): string {
  return title || reference.slice(reference.indexOf(":") + 1, reference.indexOf(":") + 14);
}

function Line({ node: { member } }: { node: Node }) {
  const cli = partsOf(member.reference).cli;
  const what = [
    member.kind,
    member.turn ? `after turn ${member.turn}` : "",
    member.part?.slice(member.part.lastIndexOf("/") + 1), // the kind says what it is a part of
    member.outcome === "forked" ? "" : member.outcome,
    member.turns ? count(member.turns, "turn") : "",
    cost(member.cost),
    age(member.time),
  ].filter(Boolean);
  const inside = (
    <>
      <span class="cli">{cli}</span>
      <span class="title">
        <Text of={nameOf(member)} />
      </span>
      <span class="where">{what.join(" · ")}</span>
    </>
  );
  const kind = "tree-line" + (isLight(member) ? " light" : "");
  if (member.gone) return <span class={kind + " gone"} aria-label={visible(`deleted: ${nameOf(member)}`)}>{inside}</span>;
  return (
    <a class={kind} href={sessionPath(member.reference)} aria-current={member.wanted ? "true" : undefined}>
      {inside}
    </a>
  );
}
