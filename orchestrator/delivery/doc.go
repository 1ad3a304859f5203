// Package delivery brings a session into a CLI's store: it finds the CLI and its folder, decides what of the session
// arrives, writes that, and proves that it is there. Everything that a run does before its CLI starts, and after it was
// found, is here.
//
// A [Planner] prepares a [Delivery], which has touched nothing. [Delivery.Choose] applies the policies,
// [Delivery.Write] writes; [Delivery.Rehearse] reports what Write would do. Until Write, a failure leaves everything as
// it was; after it, [Delivery.Undo] removes what was written.
package delivery
