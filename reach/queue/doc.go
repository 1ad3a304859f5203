// Package queue has jobs wait for a machine that can take them.
//
// The hub sees all of a job but what its sender has encrypted. It cannot make one: a job is signed by the machine that
// puts it there.
//
// A job is a message on a subject that says all a machine must have: labels, a name, a CLI, an account. Jobs of one
// subject are alike, so a machine asks for jobs of exactly the subjects that it can serve, and only while it is within
// the limits of their account and project. It gives a job back to the hub only where it has failed to begin it, or
// where another has begun it. Then it leaves the job alone for a while, so that its owner is offered it first.
package queue
