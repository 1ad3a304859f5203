// Package readers defines what an adapter must do so that sessions of its CLI can be listed and read.
//
// A [Reader] is one folder below this one; package adapters lists them. What a reader can do beyond the minimum is an
// interface of its own ([Tailer]), found by a type assertion. The suite in internal/testkit/adaptertest holds every
// reader to the contract written here.
//
// # Contract
//
// A reader changes nothing: no byte and no time stamp of the store, whatever it finds there. It is given its
// surroundings in an [adapter.Host] and looks at nothing else: not at the process's environment, its home or its clock.
// Memory does not grow with the bodies of a session. What it cannot make out it keeps: a record of an unknown kind
// becomes a hidden entry, a damaged one too.
package readers
