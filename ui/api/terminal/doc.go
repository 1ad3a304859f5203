// Package terminal shows the terminal of a run to somebody at the other end of a WebSocket, as stead attach shows it to
// somebody at this machine.
//
// The protocol is [Protocol]. Binary messages are the terminal's own bytes: what is drawn to the one side, keys to the
// other. Text messages are JSON, a [Message] each. The first one comes from the caller and has its key, since pages can
// send no header with a WebSocket, and the size of its terminal:
//
//	{"type":"key","key":"...","rows":40,"columns":120}
//
// After it the caller looks on. It can send:
//
//	{"type":"size","rows":50,"columns":120}   its terminal has another size
//	{"type":"keyboard","yours":true}              it wants the keyboard; false gives it back
//
// and gets:
//
//	{"type":"keyboard","yours":false,"taken":true,"terminals":2}   who has the keyboard, each time that changes
//	{"type":"problem","problem":{...}}                         what was refused, as the other routes have it; the connection ends if it cannot go on
//	{"type":"end","why":"over"}                                the run has ended, or its process was killed
//
// The caller's end is a pseudo-terminal of this process, which the run's supervisor is handed like any other. So a slow
// caller is treated as a slow terminal is: the run does not wait for it, and what it has missed becomes a new drawing
// of the screen.
package terminal
