package inject

import "iter"

// FirstSession returns the session of the process of a run that has the lowest number: a CLI that the model starts has
// a higher one, and a session of its own. Processes are all that have a session, by their numbers.
func FirstSession(processes iter.Seq2[int, string], owns func(pid int) bool) (id string, ok bool) {
	first := 0
	for pid, session := range processes {
		if owns(pid) && (first == 0 || pid < first) {
			first, id = pid, session
		}
	}
	return id, first != 0
}
