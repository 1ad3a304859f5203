// Package travel takes sessions and the work in their folders from machine to machine: run --on and run --from of
// another machine, fetch, and the hidden verb by which the other machine is asked for its part.
package travel
