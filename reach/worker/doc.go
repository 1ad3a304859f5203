// Package worker makes a machine do the jobs of the queue. Each job is a run of stead, with a session and the work in
// its folder, that was not sent to a certain machine.
//
// A machine claims a job at the hub before anything else, once and permanently, so a run begins on one machine only.
// That machine receives the parcel, begins the run in the background, and continues it after a restart. It knows a job
// by its arrival (package journey), and the run by the arrival.
package worker
