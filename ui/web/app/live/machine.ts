import { getMachine, type Machine } from "../api/client";
import { awaySince } from "./events";
import { useResource, type Resource } from "./resource";

/** What is known of the machine: its CLIs, where they keep sessions, whether this server only reads. It changes when something is installed, and is read at most once a visit. */
export function useMachine(): Resource<Machine> {
  return useResource("machine", (signal) => getMachine({ signal }));
}

/** Whether acts are offered: a server with --read-only has none, and one that does not answer can do none. */
export function mayAct(machine: Machine | undefined): boolean {
  return machine !== undefined && !machine.readOnly && awaySince.value === undefined;
}
