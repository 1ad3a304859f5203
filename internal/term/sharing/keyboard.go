package sharing

// Keyboard says who has the keyboard of a hub, as one of its terminals sees it.
type Keyboard struct {
	// Yours says that this terminal has the keyboard, Taken that one of all terminals has it.
	Yours bool `json:"yours"`
	Taken bool `json:"taken"`
	// Terminals is how many there are, this one included.
	Terminals int `json:"terminals"`
}

// Keyboard tells who has the keyboard. Changed is closed when somebody has come or gone, or taken the keyboard.
func (c *Client) Keyboard() (s Keyboard, changed <-chan struct{}) {
	h := c.hub
	h.access.Lock()
	defer h.access.Unlock()
	return Keyboard{Yours: h.clients.writer == c, Taken: h.clients.writer != nil, Terminals: len(h.clients.set)},
		h.clients.changed
}
