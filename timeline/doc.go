// Package timeline is stead's universal session model, which represents an AI coding session of any CLI.
//
// The schema is version 1.0 of the "universal" format. A [Header] says where a session comes from. Its timeline is a
// sequence of [Entry] values of five types: user, assistant, tool_call, tool_result and system. Field names and entry
// types are a published contract (package adapters/universal); everything beyond that contract is optional, and fields
// that stead does not know survive a round trip in Extra.
//
// # Nothing is lost
//
// Each record of a native session is kept as the CLI wrote it, in the [Record] of the first entry made from it. A
// record that is not part of the conversation (settings, snapshots, bookkeeping) becomes a hidden system entry. A
// session that goes back to its own CLI is therefore written from its records, byte for byte.
//
// # Nothing is copied without need
//
// Sessions reach gigabytes, nearly all of it message bodies. A [Text] is a string in the JSON form of its source, so a
// body passes from one format into another without being unescaped and escaped again. A [Stream] yields entries one by
// one and can be ranged over again, so that policies and checks need no copy of the session.
//
// # Two encodings
//
// A session is written as one JSON document ([WriteDocument]), or as JSON Lines, a header and then one entry per line
// ([WriteLines]). A run's journal has the second form.
package timeline
