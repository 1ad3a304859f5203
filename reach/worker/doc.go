// Package worker has a machine do the jobs of the queue: each is a run of stead, with a session and the work in its
// folder, that was not sent to a certain machine.
//
// A machine claims a job at the hub before anything else, once and for ever: so a run begins on one machine only. That
// machine takes the parcel in, begins the run in the background, and goes on with it when it comes back itself. A job
// is known on it by its arrival (package journey), and its run by that.
package worker
