// Package model asks a model that the user has configured, at a local or remote service with OpenAI's API.
//
// Nothing is asked unless a setting names the model. Text for another machine has its secrets masked. Answers are
// limited in size, requests have a time limit, and a busy service is asked again a few times.
//
// An [Improver] lets the model review what the rules found in a session. It drops wrong decisions and corrections, and
// adds those that the rules missed. An addition must quote the message that supports it, word for word; any other
// addition is dropped. Each session is one request of limited length.
package model
