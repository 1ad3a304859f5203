// Package readers defines what an adapter must implement so that stead can list and read the sessions of its CLI.
//
// A [Reader] is one folder below this one; package adapters lists them. An ability beyond the minimum is an interface
// of its own ([Tailer]), found by a type assertion. The suite in internal/testkit/adaptertest checks every reader
// against the contract written here.
//
// # Contract
//
// A reader changes nothing: no byte and no time stamp of the store, whatever it finds there. It receives its
// surroundings in an [adapter.Host] and looks at nothing else: not at the process's environment, its home or its clock.
// Memory does not grow with the bodies of a session. A reader keeps what it does not understand: a record of an unknown
// kind, or a damaged one, becomes a hidden entry.
package readers
