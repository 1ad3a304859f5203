package hub

// Seat says who has the keyboard of a hub, as one of its terminals sees it.
type Seat struct {
	// Yours says that this terminal has the keyboard, Taken that one of all terminals has it.
	Yours bool `json:"yours"`
	Taken bool `json:"taken"`
	// Terminals is how many there are, this one included.
	Terminals int `json:"terminals"`
}

// Seat tells who has the keyboard. Changed is closed when somebody has come or gone, or taken the keyboard.
func (c *Client) Seat() (s Seat, changed <-chan struct{}) {
	h := c.hub
	h.access.Lock()
	defer h.access.Unlock()
	return Seat{Yours: h.writer == c, Taken: h.writer != nil, Terminals: len(h.clients)}, h.seats
}

// reseat tells who waits that somebody has come or gone. The hub is locked.
func (h *Hub) reseat() {
	close(h.seats)
	h.seats = make(chan struct{})
}
