package knowledge

import "stead/internal/adapt/prefilter"

var (
	// hedged are sentences that settle nothing: questions of another form, conditions, advice.
	hedged = prefilter.Regexp(
		`(?i)\b(could|would|if|might|may|perhaps|maybe|whether|unless|depends?|suggest|recommend|propose|consider|should (i|we)|shall (i|we)|probably|` +
			`don't know|not sure|no idea|think about|before (we|i|you) decide|falls|wenn|ob|würde|könnte|vielleicht|sollen? wir)\b|如果|可以|可能|是否|考虑|也许`)
	// others are sentences about what somebody else decided, or about another time.
	others = prefilter.Regexp(
		`(?i)\b(the )?(team|they|he|she|people|docs?|documentation|readme|document|authors?|maintainers?|upstream|adr|article|company|project|customer)\b[^.]{0,20}\b` +
			`(says?|said|decided|chose|chosen|picked|settled|uses?|used|went|wrote|states?)\b|\b(years? ago|last (year|month|week)|long ago|back then|at the time|used to)\b|` +
			`\b(team|sie) (hat|haben) (sich )?|团队|他们|去年`)
	// errands are sentences about the next step of the work.
	errands = prefilter.Regexp(
		`(?i)\b(?:to|i'll|i will|let me|let's|let us|and|then|we'll|we will|will|with an?|for an?)(?: (?:first|quickly|quick|closer|short|just|have|take an?|a|now))* (?:look|glance|check|inspect|read|` +
			`investigate|review|verify|find|search|grep|debug|start|begin|open|scan|explore|dig|run|rerun|test|try)\b|\b(?:first (?:failing|step|thing|file|item|one)|take a (?:quick |closer )?look|use (?:grep|rg|find|sed|git|the \w+ tool)|` +
			`through the (?:list|files?|steps?))\b|\b(?:first|to start|next|again|to see|to find|step by step|one by one)\s*[.!]*$|\b(?:zuerst|nachsehen|anschauen|mal schauen)\b|先看|看看|检查`)
	// transient are sentences that hold for this moment only.
	transient = prefilter.Regexp(
		`(?i)\b(this (time|run|once|session|moment)|just this|for (today|a moment|a second)|right now|until (i|we|tomorrow)|yet|today|lunch)\b|这次|今天|暂时`)

	// settled are sentences in which somebody settles a choice in so many words. The named group is the choice.
	settled = prefilter.Regexp(`(?i)(?:` +
		subject + `(?:go|going|went|gone) (?:with|for)` + `|` +
		subject +
		`(?:decided|chose|chosen|picked|selected|opted|settled|agreed|committed)(?: (?:on|for|to|against|that))?(?: (?:use|using|keep|adopt|store|have|go with|switch to))?` + `|` +
		`\b(?:we|i) (?:are |have )?(?:settled on|decided on|opted for|made up (?:my|our) minds?:)` + `|` +
		`(?:^|[,;] )(?:the |my |our |final )*(?:decision|call|verdict|final answer|conclusion|choice)(?: is(?: to)?|:)` +
		`|` +
		`(?:^|[,;] )(?:entscheidung|beschluss|beschlossen):` + `|` +
		`\b(?:wir|ich) (?:haben uns|habe mich) (?:für|auf|gegen)` + `|` +
		`(?:决定|决策|结论)[：:]?|(?:我们|就|还是|咱们)(?:决定|选择?|采用|用)` +
		`)\s*(?P<choice>\S.*)`)
	// itIs is "SQLite it is".
	itIs = prefilter.Regexp(
		`(?i)^(?:(?:ok(?:ay)?|so|then|alright|right|fine|good|yes)[,. ]+)?(?P<choice>[\w./+#-]+(?: [\w./+#-]+){0,3}?),? it is(?:[.,;!]|$)`)
	// chosen are sentences in which somebody who was asked says what is to be: weaker words, which count as an answer to a
	// question only.
	chosen = prefilter.Regexp(`(?i)(?:` +
		subject +
		`(?:'d rather )?(?:use|using|keep|keeping|take|taking|stay|staying (?:with|on)|stick|sticking|adopt|adopting|drop|dropped|switch|switching|move|moving|pick|choose|prefer|want|do|have)\b(?: (?:with|to|on|at))?` + `|` +
		`(?:^|[,;] )(?:dann |gut, |ok, )?(?:nehmen wir|bleiben wir bei|machen wir|wir nehmen|ich nehme|wir bleiben bei|wir machen|wir verwenden|wir nutzen|nimm)` + `|` +
		`(?:^|[,，])(?:就|那就|我们|还是)?(?:用|选|采用)` +
		`)\s*(?P<choice>\S.*)`)
)

// subject is who decides, where a clause begins: we'll, I have, let's.
const subject = `(?:^|[,;:(–—-] ?|\b(?:so|then|and|but|therefore|ok|okay|yes|agreed) )(?:(?:i|we)(?:'ll|'ve|'m|'re|'d| will| am| are| have| had)?(?: now| finally| just| all)? |let's |let us |please )`

var (
	// replies are answers that take one of the offered ways without a verb.
	ordinal = prefilter.Regexp(
		`(?i)\b(option|variant|version|alternative|number|choice|variante|möglichkeit|way)\s*#?([a-d]|\d|one|two|three)\b|\b(the|die|das|den) (first|second|third|last|former|latter|other|simpler|simple|erste|zweite|letztere)n?\b|\b(first|second|third|last|other|simpler|erste|zweite) (one|option|variant|variante|way|approach)\b|方案|第[一二三]`)
	// evading are replies to a question that don't answer it.
	evading = prefilter.Regexp(
		`(?i)^(ok(ay)?|well|so|hm+|please)?[,. ]*(explain|show|tell|look|let's (look|see|check|wait|talk|discuss|first)|wait|check|run|what|why|how|when|where|who|later|stop|thanks|thank you|good|great|nice|hm+|` +
			`not sure|i (don't|do not|have|need|must|am)|no idea|neither|both|none|it depends|compare|list|give|read|find|help|hold on|can you|could|did|does|is|are|do you|try|test|first|before|skip|sorry|never mind|forget it|undo|revert|fix|next|` +
			`weiß|keine ahnung|erst|zeig|erklär|warum|was|wie|moment|warte|später)\b`)
	// agreeing are replies that only have the other side go on.
	agreeing = prefilter.Regexp(
		`(?i)^(yes|yep|yeah|ok(ay)?|sure|please|do it|do that|go ahead|go on|continue|sounds good|fine|right|exactly|agreed|correct|good|great|both|ja|genau|gut|mach das|weiter|好的?|行|是的?|继续)([,.! ]+(please|do it|do that|go ahead|go on|continue|thanks|that's fine|bitte|weiter))*[.! ]*$`)
	// overs separate what was rejected, reasons why.
	overs   = prefilter.Regexp(`(?i),?\s+(?:instead of|rather than|over|not|statt|anstelle von)\s+([^,.;:(]+)|而不是(.+)`)
	reasons = prefilter.Regexp(
		`(?i)(?:[,;:]?\s+(?:because|since|as it|as they|so that|weil|da)\s+|:\s+|;\s+|\s+[–—-]\s+|因为)(.+)$`)
)
