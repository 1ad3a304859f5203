package questions

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"stead/inject"
	"stead/inject/signals"
)

// Desk is where the questions of one CLI are drawn and answered. All its functions must be set; none but Answered may
// use the register.
type Desk struct {
	// Screen returns the text that stands on the CLI's screen, row by row.
	Screen func() []byte
	// Offers returns the answers to a question that a screen offers. See [inject.Answerer].
	Offers func(q signals.Question, screen []byte) []inject.Offer
	// Press gives an answer to the CLI.
	Press func(inject.Offer) error
	// Answered is told of an answer that was given from outside.
	Answered func(signals.Answer)
}

// offer returns the answer of a name that the screen offers.
func (d *Desk) offer(a *asked, name string, screen []byte) (inject.Offer, error) {
	var offers []inject.Offer
	if d != nil {
		offers = d.Offers(a.Question, screen)
	}
	if len(offers) == 0 {
		return inject.Offer{}, ErrNotOffered
	}
	if at := slices.IndexFunc(offers, func(o inject.Offer) bool { return o.Name == name }); at >= 0 {
		return offers[at], nil
	}
	wrong := &OptionError{Option: name}
	for _, o := range offers {
		wrong.Offered = append(wrong.Offered, o.Option)
	}
	return inject.Offer{}, wrong
}

func (d *Desk) press(a *asked, o inject.Offer, now time.Time) error {
	if err := d.Press(o); err != nil {
		return fmt.Errorf("press %q: %w", cmp.Or(o.Label, o.Name), err)
	}
	a.presses++
	a.pressed = now
	return nil
}
