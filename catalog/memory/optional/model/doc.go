// Package model has a model that the user names look at what the rules found in a session: it drops decisions and
// corrections that are none, and adds those that the rules missed. What it adds must quote the message that shows it,
// word for word; anything else is dropped. Each session is one request of bounded length.
package model
