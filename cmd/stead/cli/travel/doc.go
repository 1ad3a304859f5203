// Package travel has the verbs that move sessions and the work in their folders between machines: run --on, run --from
// another machine, move, fetch, and the hidden verb with which this machine asks another one to do its part. What they
// do is in stead/orchestrator/travel.
package travel
