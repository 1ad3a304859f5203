// Package socket talks to an active run, over the socket of its supervisor.
//
// Both sides write JSON, a line each. A client sends a [Request]:
//
//	{"do":"follow","kinds":["changed","ended"]}     tell how the run is, and what happens from now on; without kinds everything
//	{"do":"attach","watch":false,"key":"ctrl-\\"}   take the terminal whose two descriptors, for keys and for the screen, come
//	                                                along (SCM_RIGHTS); "intro" is what stands on the first one
//	{"do":"resize"}                                 the terminal has another size
//	{"do":"leave"}                                  give the terminal back
//	{"do":"send","text":"Go on."}                   type a text when the CLI takes one
//	{"do":"stop"}                                   end this run, and nothing else that its process minds
//
// and gets an [Event] now and then:
//
//	{"kind":"attached"}                             the terminal is taken
//	{"kind":"keyboard","value":{"yours":true,"taken":true,"terminals":2}}   who has the keyboard, each time that changes
//	{"kind":"left","value":"detached"}              it has been given back: detached, gone, over, asked
//	{"kind":"sent","value":""}                      the text was typed, or why not
//	{"kind":"stopping","value":""}                  the run is told to end, or why not
//	{"kind":"delivered"|"note"|"entry"|"changed"|"ended","value":...}   what the run does, as its observer is told
//
// Nobody comes too late to learn how the run is: whoever follows is first told the last event of each kind, and the
// notes since they have connected. Entries are not told again: the run's journal has them.
//
// The terminal itself is handed over: what the CLI draws does not go through the socket. When a connection ends, so
// does what it asked for; a terminal is then given back by the server, and by the client too when the server was
// killed.
//
// The socket's folder is the user's alone, and so is the socket; where the system tells who has connected, that is
// checked, too.
package socket
