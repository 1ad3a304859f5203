package database

// target is something that a session had to do with.
type target struct{ kind, target, relation string }

// association is where a session first had to do with something, and how often.
type association struct {
	place
	times int64
}

// name notes that the session had to do with something. Events that were there before count no second time.
func (s *session) name(kind, what, relation string, at place) {
	to := target{kind, what, relation}
	a := s.named[to]
	if a == nil {
		a = &association{place: at}
		s.named[to] = a
	}
	if !s.isReplayed {
		a.times++
	}
}

func (l *loading) associate(source, id, file string, to target, a association) error {
	o := l.options
	return l.rows.add("activity_associations", o.Tenant, o.Team, o.Project, source, id, to.kind, to.target, to.relation,
		a.turn, a.times,
		a.hash, file, a.line)
}

// settle writes what texts name of which no event told the turn: those of a session that stead itself made begin with
// texts of another one.
func (l *loading) settle(batches ...map[string]*said) error {
	for _, batch := range batches {
		for hash, f := range batch {
			for _, url := range f.urls {
				a := association{place: place{hash: hash, line: f.line}, times: 1}
				if err := l.associate(f.source, f.session, f.file, target{"url", url, "named"}, a); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
