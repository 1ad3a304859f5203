// Package travel moves sessions and the work in their folders between machines: run --on, run --from another machine,
// fetch, and the hidden verb with which this machine asks the other one to do its part.
package travel
