// Package pipe connects two machines of one user through their hub, as if by a network connection.
//
// It has two layers. A wire carries bytes over two subjects of the connection's own, in numbered messages. Each side
// says how far it has received and how far its program has read: so nothing is lost when a message is, nothing comes
// twice, and a slow reader holds back the writer and fills no memory. When the connection to the hub breaks and comes
// back, what has not arrived is sent again.
//
// Inside of that is TLS 1.3, by which both machines prove their keys. The hub can neither read nor change what passes,
// nor replay it.
package pipe
