// Package machines sends a command to the user's other machines when the command line names one. For example, `stead
// show laptop/claude:5f2a` shows a session of the laptop, and `stead list --on laptop` lists the sessions there.
package machines
