// Package clido reads the sessions of clido: one file of JSON Lines each, in the order in which it happened.
//
// The model is sent the user's and the model's messages and the results; the lines that index the calls, the titles and
// the sums of runs are kept as hidden entries. No line but the first has a time, and none names a model. Unlike clido,
// which refuses a whole session for one line that it does not know, the reader reads on.
package clido
