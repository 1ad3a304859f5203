import { getMachine, type Machine } from "../api/client";
import { awaySince } from "./events";
import { useResource, type Resource } from "./resource";

/**
 * The description of the machine: its CLIs, their stores, and whether this server is read-only. It changes when something is installed, and is read at most
 * once per visit.
 */
export function useMachine(): Resource<Machine> {
  return useResource("machine", (signal) => getMachine({ signal }));
}

/** Whether the page offers acts: a server with --read-only has none, and one that does not answer cannot carry them out. */
export function mayAct(machine: Machine | undefined): boolean {
  return machine !== undefined && !machine.readOnly && awaySince.value === undefined;
}
