// Package clido reads the sessions of clido. A session is one file of JSON Lines, in the order of events.
//
// The model receives the user's and the model's messages and the results. The lines that index the calls, the titles
// and the totals of runs are kept as hidden entries. Only the first line has a time, and none names a model. clido
// rejects a whole session for one unknown line; the reader reads on after it.
package clido
