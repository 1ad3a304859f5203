// Package mirror keeps a session in the source's CLI and a run at the same, in both directions, and decides by
// orchestrator/reconcile what goes where. A killed stead leaves a whole mirror: what is about to be written is noted in
// the run's record before.
package mirror
