// Package layout defines the names of everything that stead keeps on a NATS server with JetStream: streams, buckets and
// subjects.
//
// Names of users, machines, labels and projects are single tokens of a subject; [Token] makes a token of any text.
package layout
