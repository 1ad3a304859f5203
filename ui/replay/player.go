package replay

import (
	"context"
	"fmt"
	"iter"
	"time"

	"stead/internal/term/asciicast"
	"stead/internal/term/screen"
)

// Playback configures the playback of a recording.
type Playback struct {
	// Speed is the playback speed as a factor. 0 means the original speed.
	Speed float64
	// Idle limits the pauses. 0 means no limit.
	Idle time.Duration
	// From is the position at which playback begins, with pauses already limited.
	From time.Duration
}

// The limits of the speed. Each key press doubles or halves it.
const (
	slowest = 1.0 / 16
	fastest = 256
)

// frameTime is the minimum time that a picture stays: people cannot see more pictures.
const frameTime = time.Second / 30

// Play plays a recording until the user has seen its end or quits, or ctx ends.
func Play(ctx context.Context, console Console, r *Recording, o Playback) error {
	p := &player{console: console, speed: min(max(o.Speed, 0), fastest),
		screen: screen.New(max(1, r.Header.Rows), max(1, r.Header.Columns), nil)}
	if p.speed == 0 {
		p.speed = 1
	}
	defer p.screen.Close()
	next, stop := iter.Pull2(r.Events(o.Idle))
	defer stop()
	for ended := false; !ended; {
		event, err, ok := next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if event.At < o.From {
			p.apply(event)
			p.end = event.At
			continue
		}
		p.at = max(p.at, min(o.From, event.At))
		if ended, err = p.wait(ctx, event.At); err != nil || ended {
			return err
		}
		p.apply(event)
		p.end = event.At
	}
	return p.rest(ctx)
}

// player plays one recording.
type player struct {
	console Console
	screen  *screen.Screen
	speed   float64
	// at is the current position. End is the position of the last event.
	at, end time.Duration
	paused  bool
	dirty   bool
	// clock is when at was last updated. Pressed is when keys were last read. Drawn is when a picture was last drawn.
	clock, pressed, drawn time.Time
}

// apply draws an event on the emulated screen.
func (p *player) apply(e asciicast.Event) {
	switch e.Code {
	case asciicast.Output:
		_, _ = p.screen.Write([]byte(e.Data)) // Write never fails
	case asciicast.Resize:
		var columns, rows int
		if _, err := fmt.Sscanf(e.Data, "%dx%d", &columns, &rows); err == nil && columns > 0 && rows > 0 &&
			columns <= most && rows <= most {
			p.screen.Resize(rows, columns)
		}
	default:
		return
	}
	p.dirty = true
}

// most is the maximum number of rows or columns that a recording may ask for.
const most = 2000

// wait waits for the moment of the next event, and handles keys meanwhile. Ended says that the user has quit.
func (p *player) wait(ctx context.Context, until time.Duration) (ended bool, err error) {
	for p.tick() < until || p.paused || time.Since(p.pressed) > frameTime {
		if err := p.show(false); err != nil {
			return false, err
		}
		timer := p.timer(until)
		key, err := p.listen(ctx, timer)
		timer.Stop()
		p.tick()
		if ended := p.press(key); ended || err != nil {
			return ended, err
		}
		if key == "." {
			p.at = until
			return false, nil
		}
	}
	return false, nil
}

// tick advances the position in the recording and returns it. Time spent on drawing counts, so drawing does not slow
// playback.
func (p *player) tick() time.Duration {
	now := time.Now()
	if !p.paused && !p.clock.IsZero() {
		p.at += time.Duration(float64(now.Sub(p.clock)) * p.speed)
	}
	p.clock = now
	return p.at
}

// timer fires when the next event or the next picture is due.
func (p *player) timer(until time.Duration) *time.Timer {
	if p.paused {
		return time.NewTimer(time.Hour)
	}
	due := max(0, time.Duration(float64(until-p.at)/p.speed)) + time.Microsecond
	if p.dirty {
		due = min(due, max(0, frameTime-time.Since(p.drawn)))
	}
	return time.NewTimer(min(due, time.Second)) // keeps the clock in the last row running
}

// listen waits for a key, the timer or a new size. When no more keys can come, it behaves as if q had been pressed.
func (p *player) listen(ctx context.Context, timer *time.Timer) (Key, error) {
	p.pressed = time.Now()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-p.console.Resized:
		return "", p.show(true)
	case key, open := <-p.console.Keys:
		if !open {
			key = "q"
		}
		p.dirty = true
		return key, nil
	case <-timer.C:
		return "", nil
	}
}

// press carries out a key.
func (p *player) press(k Key) (ended bool) {
	switch k {
	case " ":
		p.paused = !p.paused
	case ".":
		p.paused = true
	case "+", "=":
		p.speed = min(p.speed*2, fastest)
	case "-":
		p.speed = max(p.speed/2, slowest)
	case "q", Interrupt, Escape:
		return true
	}
	return false
}

// rest shows the last picture until a key is pressed.
func (p *player) rest(ctx context.Context) error {
	p.paused, p.at = true, p.end
	for {
		if err := p.show(true); err != nil {
			return err
		}
		timer := time.NewTimer(time.Hour)
		key, err := p.listen(ctx, timer)
		timer.Stop()
		if key != "" || err != nil {
			return err
		}
	}
}

// show draws the picture, unless one was drawn only just now.
func (p *player) show(always bool) error {
	if now := time.Now(); !always && !p.paused && now.Sub(p.drawn) < frameTime {
		return nil
	}
	p.drawn, p.dirty = time.Now(), false
	rows, columns := p.console.Size()
	picture := p.screen.Draw(max(1, rows-1), columns)
	status := line{reverse, p.status()}.drawn(columns, true)
	_, err := fmt.Fprintf(p.console.Out, "%s%s\x1b7\x1b[%dH%s%s\x1b8%s", begin, picture, rows, erase, status, present)
	return err
}

func (p *player) status() string {
	state := "plays"
	if p.paused {
		state = "holds"
	}
	return fmt.Sprintf("%s at %s, %gx   space holds  . steps  + - speed  q quits", state,
		p.at.Round(100*time.Millisecond), p.speed)
}
