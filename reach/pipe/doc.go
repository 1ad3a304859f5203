// Package pipe connects two machines of one user through their hub, as if by a network connection.
//
// It has two layers. A wire carries bytes over two subjects of the connection's own, in numbered messages. Each side
// reports how far it has received and how far its program has read. So no data is lost when a message is lost, none
// arrives twice, and a slow reader holds back the writer without filling memory. When the connection to the hub breaks
// and comes back, data that has not arrived is sent again.
//
// Inside the wire is TLS 1.3, with which both machines prove their keys. The hub can neither read, change nor replay
// the data.
package pipe
