// Package terminal shows the terminal of a run over a WebSocket, as stead attach shows it on this machine.
//
// The protocol is [Protocol]. Binary messages are the terminal's own bytes: output in one direction, keys in the other.
// Text messages are JSON, a [Message] each. The first one comes from the caller. It has the caller's key, because pages
// cannot send a header with a WebSocket, and the size of its terminal:
//
//	{"type":"key","key":"...","rows":40,"columns":120}
//
// From then on, the caller watches. It can send:
//
//	{"type":"size","rows":50,"columns":120}   its terminal has another size
//	{"type":"keyboard","yours":true}              it wants the keyboard; false gives it back
//
// and gets:
//
//	{"type":"keyboard","yours":false,"taken":true,"terminals":2}   who has the keyboard, each time that changes
//	{"type":"problem","problem":{...}}                         what was refused, as in the other routes; the connection ends if it cannot continue
//	{"type":"end","why":"over"}                                the run has ended, or its process was killed
//
// The caller's end is a pseudo-terminal of this process, which is handed to the run's supervisor like any other. So a
// slow caller is treated like a slow terminal: the run does not wait for it, and it gets a new drawing of the screen in
// place of the output that it missed.
package terminal
