// Package queue holds jobs until a machine can take them.
//
// The hub sees everything of a job except what its sender has encrypted. It cannot forge one, because the machine that
// queues a job signs it.
//
// A job is a message on a subject that names all requirements for a machine: labels, a name, a CLI, an account. Jobs of
// one subject are alike. A machine asks only for jobs of the subjects that it can serve, and only while it is within
// the limits of their account and project. It returns a job to the hub only if it failed to begin it, or if another
// machine has begun it. Then it leaves the job alone for a while, so that its owner is offered it first.
package queue
