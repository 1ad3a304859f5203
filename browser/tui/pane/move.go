package pane

// ToTurn chooses the beginning of a turn.
func (s *Session) ToTurn(turn int) {
	for i, b := range s.blocks {
		if b.Turn >= turn {
			s.Window.to(i)
			return
		}
	}
}

// Turn chooses the beginning of the next turn, or of the one before.
func (s *Session) Turn(by int) {
	if len(s.blocks) == 0 {
		return
	}
	at := s.Window.at
	now := s.blocks[at].Turn
	if by < 0 && at > 0 && s.blocks[at-1].Turn == now {
		by = 0 // back to the beginning of this one first
	}
	s.ToTurn(max(now+by, 0))
}

// Change chooses the next step that changes a file, or the one before. It is false where there is none.
func (s *Session) Change(by int) bool {
	for i := s.Window.at + by; i >= 0 && i < len(s.blocks); i += by {
		if s.blocks[i].IsChange {
			s.Window.Move(i - s.Window.at)
			return true
		}
	}
	return false
}
