// All pages except the first one. They are loaded together when one of them is needed: in separate files they would be a fifth larger.
export { Runs } from "./runs/runs";
export { RunPage } from "./run/run";
export { Search } from "./search/search";
export { Compare } from "./compare/compare";
export { Contests } from "./contests/contests";
export { ContestPage } from "./contests/contest";
export { Chains } from "./chains/chains";
export { ChainPage } from "./chains/chain";
export { Edit } from "./edit/edit";
export { Statistics } from "./statistics/statistics";
export { Knowledge } from "./knowledge/knowledge";
export { Settings } from "./settings/settings";
