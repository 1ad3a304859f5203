// Package layout has the names of everything that stead keeps at a NATS server with JetStream: streams, buckets and
// subjects.
//
// Names of users, machines, labels and projects are single tokens of a subject; [Token] makes one of any text.
package layout
