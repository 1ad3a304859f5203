package gemini

import "slices"

// news returns what stands beside a result and is told nowhere else: where the CLI writes the history anew, it puts all
// that the user's turn holds into the list of each of its results, too (0.61.0).
func (s *calls) news(said []saying) []saying {
	var news []saying
	for i := range said {
		if key := said[i].key; !s.beside[key] && !s.isTold(&said[i]) {
			s.beside[key] = true
			news = append(news, said[i])
		}
	}
	return news
}

// isTold reports whether a piece was told, or stands in a message of the snapshot at hand.
func (s *calls) isTold(said *saying) bool {
	for i := range s.entries.units {
		if said.length(s.entries.units[i:]) > 0 {
			return true
		}
	}
	for i := range s.coming {
		if slices.ContainsFunc(s.coming[i].says, func(other saying) bool { return other.key == said.key }) {
			return true
		}
	}
	return false
}

// leaveTold takes out of a message what was told with the results that stand in it.
func (s *calls) leaveTold(m *message) {
	if len(m.results) > 0 && len(s.beside) > 0 {
		m.says = slices.DeleteFunc(m.says, func(said saying) bool { return s.beside[said.key] })
	}
}
