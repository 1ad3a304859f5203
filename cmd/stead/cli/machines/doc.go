// Package machines has the user's other machines carry out what the command line says of them: `stead show
// laptop/claude:5f2a` shows a session of the laptop, and `stead list --on laptop` lists those that are there.
package machines
