// Package socket talks to an active run through the socket of its supervisor.
//
// Both sides write JSON, one message per line. A client sends a [Request]:
//
//	{"do":"follow","kinds":["changed","ended"]}     report the run's state, and everything from now on; without kinds everything
//	{"do":"attach","watch":false,"key":"ctrl-\\"}   take the terminal whose two descriptors, for keys and for the screen, come
//	                                                along (SCM_RIGHTS); "intro" is the text on the first one;
//	                                                "aside":true only watches, and is no terminal of a person
//	{"do":"resize"}                                 the terminal has another size
//	{"do":"leave"}                                  give the terminal back
//	{"do":"send","text":"Go on."}                   type a text when the CLI accepts one
//	{"do":"switch","switch":{"cli":"codex"}}        go on in another CLI; "prompt" is what the user says there
//	{"do":"stop"}                                   end this run, and nothing else that its process supervises
//
// and receives an [Event] now and then:
//
//	{"kind":"attached"}                             the terminal is taken
//	{"kind":"keyboard","value":{"yours":true,"taken":true,"terminals":2}}   who has the keyboard, each time that changes
//	{"kind":"left","value":"detached"}              the terminal was given back: detached, gone, over, asked
//	{"kind":"sent","value":""}                      the text was typed, or why not
//	{"kind":"switching","value":""}                 the run leaves its CLI, or why not
//	{"kind":"stopping","value":""}                  the run was told to end, or why not
//	{"kind":"delivered"|"note"|"entry"|"changed"|"ended","value":...}   what the run does, as its observer learns it
//
// A client never connects too late to learn the run's state: a follower first gets the last event of each kind, and the
// notes since it connected. Entries are not sent again, because the run's journal has them.
//
// The terminal itself is handed over: what the CLI draws does not go through the socket. When a connection ends, so
// does what it asked for. The server then gives the terminal back, and so does the client if the server was killed.
//
// Only the user can access the socket's folder and the socket. Where the system identifies the peer of a connection,
// the server checks that too.
package socket
