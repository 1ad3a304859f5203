// Package embedding keeps a vector for each message, made by an endpoint that the user has named, and finds the
// messages that are nearest in meaning to a text. The vectors lie in sessions.db, and are compared one after another:
// that holds one vector at a time, whatever their number.
package embedding
