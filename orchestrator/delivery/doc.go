// Package delivery brings a session into a CLI's store: it finds the CLI and its folder, decides which parts of the
// session arrive, writes them, and proves that they are there. It does everything that a run does after the source
// session is found and before the CLI starts.
//
// A [Planner] prepares a [Delivery], which has touched nothing. [Delivery.Choose] applies the policies,
// [Delivery.Write] writes, and [Delivery.Rehearse] reports what Write would do. Until Write, a failure changes nothing.
// After it, [Delivery.Undo] removes what was written.
package delivery
