// Package endpoint asks a model's service that the user has named and that understands the API of OpenAI: a local one,
// or one far away.
//
// Nothing is asked unless a setting names it. What goes to another machine has its secrets masked. Answers are bounded,
// requests end in time, and a service that is busy is asked again a few times.
package endpoint
