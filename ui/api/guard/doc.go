// Package guard decides who may call a server of sessions that listens on this machine.
//
// A caller of such a server can run commands as its user. The address alone protects nothing, because every page in the
// user's browser reaches the loopback interface, and so do the programs of other users. A caller proves itself by two
// secrets. Both are given out once, for a token that only the user's terminal has shown ([Guard.Trade]):
//
//   - a cookie that scripts cannot read, named after the server's port;
//   - a key that the page keeps in the storage of its origin and sends in the header [KeyHeader].
//
// One alone is worthless. A browser sends a cookie to every port of a host, so another user's server on this machine
// may receive it. The storage of an origin is bound to its port, but scripts can read it.
//
// Before the secrets, three checks look at what a browser says about a request. The host must be one of the server's
// own names; otherwise a stranger's name could be pointed at this machine. The origin must be the server's own. And the
// request must not come from another site.
package guard
