import { useMachine } from "../live/machine";
import { Text } from "./text";

/** A folder, with ~ for the user's home. */
export function Folder({ of }: { of: string }) {
  const home = useMachine().value.value?.home;
  return <Text of={home && (of === home || of.startsWith(home + "/")) ? "~" + of.slice(home.length) : of} />;
}
