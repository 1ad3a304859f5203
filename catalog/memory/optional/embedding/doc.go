// Package embedding keeps a vector for each message, made by an endpoint that the user has configured, and finds the
// messages that are nearest in meaning to a text. The vectors are stored in sessions.db. A search compares them one
// after another, so it holds one vector in memory at a time, whatever their number.
package embedding
