package sharing

// Keyboard describes who has the keyboard of a hub, from the point of view of one of its terminals.
type Keyboard struct {
	// Yours says that this terminal has the keyboard. Taken says that any terminal has it.
	Yours bool `json:"yours"`
	Taken bool `json:"taken"`
	// Terminals is the number of terminals at which a person sits, including this one.
	Terminals int `json:"terminals"`
}

// Keyboard returns who has the keyboard. Changed is closed when a client has attached, left or taken the keyboard.
func (c *Client) Keyboard() (s Keyboard, changed <-chan struct{}) {
	h := c.hub
	h.access.Lock()
	defer h.access.Unlock()
	return Keyboard{Yours: h.clients.writer == c, Taken: h.clients.writer != nil, Terminals: h.clients.people()},
		h.clients.changed
}
