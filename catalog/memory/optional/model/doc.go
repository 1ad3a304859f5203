// Package model asks a model that the user names, at a service that understands the API of OpenAI: a local one, or one
// far away.
//
// Nothing is asked unless a setting names it. What goes to another machine has its secrets masked. Answers are bounded,
// requests end in time, and a service that is busy is asked again a few times.
//
// An [Improver] has the model look at what the rules found in a session: it drops decisions and corrections that are
// none, and adds those that the rules missed. What it adds must quote the message that shows it, word for word;
// anything else is dropped. Each session is one request of bounded length.
package model
