package inject

import "iter"

// FirstSession returns the session of the run's process with the lowest number: a CLI that the model starts has a
// higher number, and a session of its own. Processes maps the numbers of all processes with a session to those
// sessions.
func FirstSession(processes iter.Seq2[int, string], owns func(pid int) bool) (id string, ok bool) {
	first := 0
	for pid, session := range processes {
		if owns(pid) && (first == 0 || pid < first) {
			first, id = pid, session
		}
	}
	return id, first != 0
}
