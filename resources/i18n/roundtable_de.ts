<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" sourcelanguage="en">
  <context>
    <name>app</name>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>    Why: {why}</source>
      <translation>    Warum: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>    {n}  {option}</source>
      <translation>    {n}  {option}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>    {point}</source>
      <translation>    {point}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>    … and {n} more</source>
      <translation>    … und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>  It begins: “{text}”</source>
      <translation>  Es beginnt: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>  The judge: “{text}”</source>
      <translation>  Die Jury: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>  The passage: “{text}”</source>
      <translation>  Die Stelle: „{text}“</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>  {hint}</source>
      <translation>  {hint}</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>  {line}</source>
      <translation>  {line}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>  {n}  {where}: {said}</source>
      <translation>  {n}  {where}: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>  {tool}: {said}</source>
      <translation>  {tool}: {said}</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> (in bold: what ended it)</source>
      <translation> (fett: was es beendete)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source> (its agent failed)</source>
      <translation> (der Agent ist ausgefallen)</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> (needed: {figure}{met})</source>
      <translation> (nötig: {figure}{met})</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source> (needed: {n:g} %)</source>
      <translation> (nötig: {n:g} %)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source> (planned: {n})</source>
      <translation> (geplant: {n})</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> (rejected)</source>
      <translation> (abgelehnt)</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> (undecided)</source>
      <translation> (nicht entschieden)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source> ({n} failed)</source>
      <translation> ({n} ausgefallen)</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source> ({n} unknown)</source>
      <translation> ({n} unbekannt)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source> ({who})</source>
      <translation> ({who})</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source> After round {n} the vote gained nothing more.</source>
      <translation> Nach Runde {n} gewann die Abstimmung nichts mehr.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> after {rounds}</source>
      <translation> nach {rounds}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> against {text}</source>
      <translation> gegenüber: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source> and calls of unknown price</source>
      <translation> und Aufrufe zu unbekanntem Preis</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source> and {n} more</source>
      <translation> und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> and {n} rejected attempt</source>
      <translation> und {n} abgelehntem Versuch</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> and {n} rejected attempts</source>
      <translation> und {n} abgelehnten Versuchen</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> each</source>
      <translation> je Mitglied</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> has no {noun}.</source>
      <translation> hat keinen Text ({noun}).</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> have no {noun}.</source>
      <translation> haben keinen Text ({noun}).</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> in {where}</source>
      <translation> in {where}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> keep their {noun}s of {where}.</source>
      <translation> bleiben unverändert ({noun}: {where}).</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> keeps its {noun} of {where}.</source>
      <translation> bleibt unverändert ({noun}: {where}).</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source> of ${limit:.2f}</source>
      <translation> von {limit:.2f} $</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source> of {level}</source>
      <translation> der Ebene {level}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> or </source>
      <translation> oder </translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source> took {time}</source>
      <translation> dauerte {time}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> was left out.</source>
      <translation> wurde ausgelassen.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source> were left out.</source>
      <translation> wurden ausgelassen.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> {when}</source>
      <translation> am {when}</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> – asked by {names}</source>
      <translation> – gefragt von {names}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/pooling.py" />
      <source> – no such passage stands in its files</source>
      <translation> – eine solche Stelle steht nicht in seinen Dateien</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source> – settled beforehand</source>
      <translation> – vorab geklärt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source> – {said}</source>
      <translation> – {said}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>#</source>
      <translation>#</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>${cost:.2f}</source>
      <translation>{cost:.2f} $</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>${spent:.2f} of ${limit:.2f} are spent; the next call may cost up to ${needs:.2f}.</source>
      <translation>{spent:.2f} $ von {limit:.2f} $ sind ausgegeben; der nächste Aufruf kostet bis zu {needs:.2f} $.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>(advice above {mild} % and {strong} %)</source>
      <translation>(Hinweis ab {mild} % und {strong} %)</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>(optional)</source>
      <translation>(freiwillig)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>(optional; sent when you approve)</source>
      <translation>(freiwillig; geht mit, wenn Sie freigeben)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>(optional; sent when you finish)</source>
      <translation>(freiwillig; geht mit, wenn Sie abschließen)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>**{id}** {text}</source>
      <translation>**{id}** {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>*Tools* and *memory* count the calls of tools and the uses of the memory. *Noted* and *written* are characters: what the agent put into its memory, and what it wrote as answers. *Messages* are those to the operator. *Similarity* is that to the most alike earlier reflection.</source>
      <translation>*Werkzeuge* und *Gedächtnis* zählen Aufrufe von Werkzeugen und Zugriffe auf das Gedächtnis. *Notiert* und *Gesagt* sind Zeichen: was der Agent in sein Gedächtnis schrieb, und was er antwortete. *Nachrichten* sind die an den Betreuer. *Ähnlichkeit* ist die zur ähnlichsten früheren Reflexion.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>, and disputed</source>
      <translation>, und umstritten</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>, as they stood after {round}</source>
      <translation>, Stand nach {round}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>, attempt {n}</source>
      <translation>, Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>, commit {id}</source>
      <translation>, Commit {id}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>, not reached</source>
      <translation>, nicht erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>, over the judge</source>
      <translation>, gegen die Jury</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>, reached</source>
      <translation>, erreicht</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>, shown to the others as “{label}”</source>
      <translation>, den anderen gezeigt als „{label}“</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>, the next round about ${cost:.2f}</source>
      <translation>, die nächste Runde etwa {cost:.2f} $</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>, too late: the round was closed</source>
      <translation>, zu spät: die Runde war abgeschlossen</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>, tried {n} times</source>
      <translation>, {n}-mal versucht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>, which ended nothing here</source>
      <translation>, was hier nichts beendete</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>, which was not done</source>
      <translation>, was nicht geschah</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>, which was ranked best,</source>
      <translation>, die am besten bewertet war,</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>, with passages of {titles}</source>
      <translation>, mit Stellen aus {titles}</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>--data is not a JSON object.</source>
      <translation>--data ist kein JSON-Objekt.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>--data is not valid JSON: {why}.</source>
      <translation>--data ist kein gültiges JSON: {why}.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>--hide takes names, costs, or both with a comma between.</source>
      <translation>--hide nimmt names, costs oder beides mit einem Komma dazwischen.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>--only takes some of these, with commas between: {names}.</source>
      <translation>--only nimmt einige davon, durch Kommas getrennt: {names}.</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>--remove takes back a server that was approved.</source>
      <translation>--remove nimmt einen Server zurück, den Sie freigegeben haben.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>--scheduler {text} is none for Slurm.</source>
      <translation>--scheduler {text} ist keiner für Slurm.</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>--secret keeps the value of the header that traces are sent with.</source>
      <translation>--secret bewahrt den Wert des Kopffelds auf, mit dem Traces gesendet werden.</translation>
    </message>
    <message>
      <location filename="app/cli/batch_options.py" />
      <source>--shard {text} is no part of a whole.</source>
      <translation>--shard {text} ist kein Teil eines Ganzen.</translation>
    </message>
    <message>
      <location filename="app/engine/command_options.py" />
      <source>--{one} and --{other} ask for two things at once.</source>
      <translation>--{one} und --{other} verlangen zwei Dinge auf einmal.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>. Looked for: {looked}</source>
      <translation>. Gesucht wurde: {looked}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>/ for commands</source>
      <translation>/ für Befehle</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>0.75 to 0.89</source>
      <translation>0.75 bis 0.89</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>0.90 and more</source>
      <translation>0.90 und mehr</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>1 answer named no two statements that were shown; it was left out.</source>
      <translation>1 Antwort nannte keine zwei der gezeigten Aussagen; sie wurde weggelassen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>1 attempt</source>
      <translation>1 Versuch</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>1 call was cut off.</source>
      <translation>1 Aufruf wurde abgebrochen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>1 chapter</source>
      <translation>1 Kapitel</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>1 comment was taken in before.</source>
      <translation>1 Kommentar wurde schon früher übernommen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>1 conflict left open, at most {n}</source>
      <translation>1 Widerspruch offen gelassen, höchstens {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>1 earlier iteration</source>
      <translation>1 frühere Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>1 fact</source>
      <translation>1 Angabe</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>1 file</source>
      <translation>1 Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>1 file below deleted.</source>
      <translation>1 Datei darunter gelöscht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>1 iteration</source>
      <translation>1 Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>1 point of criticism was held against, or not answered:</source>
      <translation>1 Kritikpunkt wurde zurückgewiesen oder nicht beantwortet:</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>1 section</source>
      <translation>1 Abschnitt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>1, approved</source>
      <translation>1, freigegeben</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>: {lead} In its words: {said}</source>
      <translation>: {lead} In eigenen Worten: {said}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>: {lead} In their words: {said}</source>
      <translation>: {lead} In eigenen Worten: {said}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>; a vote of the first answers alone in {share}</source>
      <translation>; eine Abstimmung der ersten Antworten allein in {share}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>; its two words did not agree, which is a tie</source>
      <translation>; ihre beiden Urteile stimmten nicht überein, also unentschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>; or when a round brings no other answer for a reason</source>
      <translation>; oder wenn eine Runde keine andere Antwort mit Grund bringt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>; this was shown only, and ended nothing</source>
      <translation>; das wurde nur angezeigt und beendete nichts</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>; {n} files were left out</source>
      <translation>; {n} Dateien wurden weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>; {n} were edited outside</source>
      <translation>; {n} wurden außerhalb bearbeitet</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>A CSV export holds figures alone; there are no parts to choose.</source>
      <translation>Ein CSV-Export enthält nur Zahlen; es gibt keine Teile zu wählen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/changes.py" />
      <source>A chosen change of “{file}” is not there any more.</source>
      <translation>Eine gewählte Änderung von „{file}“ gibt es nicht mehr.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>A commit of its own takes it back; what was asked for later stays, as does the history.</source>
      <translation>Ein eigener Commit nimmt es zurück; was später verlangt wurde, bleibt, ebenso der Verlauf.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>A conflict was settled against it: {conflict}.</source>
      <translation>Ein Widerspruch wurde gegen ihn entschieden: {conflict}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>A contradiction is meant so…</source>
      <translation>Ein Widerspruch ist so gewollt…</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>A critique is dismissed or deferred with a reason.</source>
      <translation>Eine Kritik wird mit einer Begründung verworfen oder vertagt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>A draft cannot be forked: its folder has one present. Undo an iteration instead.</source>
      <translation>Von einem Entwurf lässt sich nicht abzweigen: Sein Ordner hat nur eine Gegenwart. Nehmen Sie stattdessen eine Iteration zurück.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/names.py" />
      <source>A file came without a name.</source>
      <translation>Eine Datei kam ohne Namen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>A file or folder to give; NAME=FILE gives it to one member alone.</source>
      <translation>Eine Datei oder ein Ordner; NAME=DATEI gibt sie nur einem Mitglied.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>A fork of this session needs a new value for “{title}”.</source>
      <translation>Eine Abzweigung dieser Sitzung braucht einen neuen Wert für „{title}“.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>A limit is reached</source>
      <translation>Eine Grenze ist erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>A question of the brief is still open.</source>
      <translation>Eine Frage des Auftrags ist noch offen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>A reason is given for {key}, and nothing is decided of it.</source>
      <translation>Für {key} ist eine Begründung gegeben, aber nichts entschieden.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>A report has no part “{name}”.</source>
      <translation>Ein Bericht hat keinen Teil „{name}“.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>A result is right where an expected answer stands in what the text answers: behind its last “Answer:”, else in its first sentence; where these rules cannot tell, as the judge graded it by the rubric. Else it is unknown, and counts for nothing. The vote is what most members said before any critique; the oracle is right where any of them was. Intervals are of 95 %, by drawing whole questions anew 2,000 times.</source>
      <translation>Ein Ergebnis ist richtig, wenn eine erwartete Antwort dort steht, wo der Text antwortet: hinter seinem letzten „Answer:“, sonst in seinem ersten Satz; wo diese Regeln es nicht sagen können, wie die Jury es nach dem Maßstab bewertet hat. Sonst ist es unbekannt und zählt nicht. Die Abstimmung ist, was die meisten Mitglieder vor jeder Kritik sagten; das Orakel hat recht, wo irgendeines von ihnen recht hatte. Die Intervalle sind die von 95 %, aus 2 000 neuen Ziehungen ganzer Fragen.</translation>
    </message>
    <message>
      <location filename="app/workflows/common/setups.py" />
      <source>A server of yours whose tools may be called.</source>
      <translation>Einer Ihrer Server, dessen Werkzeuge benutzt werden dürfen.</translation>
    </message>
    <message>
      <location filename="app/engine/loop.py" />
      <source>A session of this kind writes no final answer.</source>
      <translation>Eine solche Sitzung schreibt keine Schlussantwort.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>A session {session} exists already.</source>
      <translation>Es gibt schon eine Sitzung {session}.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>A session {session} is here already and differs.</source>
      <translation>Eine Sitzung {session} ist schon hier und weicht ab.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>A single document</source>
      <translation>Ein einzelnes Dokument</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>A single source stands behind it: a second one is wanted.</source>
      <translation>Eine einzige Quelle steht dahinter: Eine zweite ist erwünscht.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>A summary</source>
      <translation>Eine Zusammenfassung</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>A text of the agent {agent} in place of {seat}'s{late}:</source>
      <translation>Ein Text des Agenten {agent} anstelle dessen von {seat}{late}:</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>A tool is wanted</source>
      <translation>Ein Werkzeug wird gewünscht</translation>
    </message>
    <message>
      <location filename="app/export/envelope.py" />
      <source>A {format} export is complete; it cannot leave names or costs out.</source>
      <translation>Ein {format}-Export ist vollständig; Namen oder Kosten kann er nicht weglassen.</translation>
    </message>
    <message>
      <location filename="app/export/envelope.py" />
      <source>A {format} export is complete; parts of it cannot be left out.</source>
      <translation>Ein {format}-Export ist vollständig; Teile davon lassen sich nicht weglassen.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>A {format} file is no text for a terminal.</source>
      <translation>Eine {format}-Datei ist kein Text für ein Terminal.</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>About {price} and an unknown price · {time}</source>
      <translation>Etwa {price} und ein unbekannter Preis · {time}</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>About {price} · {time}</source>
      <translation>Etwa {price} · {time}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Accept</source>
      <translation>Annehmen</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Accept a first change.</source>
      <translation>Nehmen Sie eine erste Änderung an.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Accept attempt {n} anyway</source>
      <translation>Versuch {n} trotzdem annehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/exports.py" />
      <source>Accept one first, or export the report.</source>
      <translation>Nehmen Sie erst einen an, oder exportieren Sie den Bericht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Accept parts…</source>
      <translation>Teile annehmen…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Accept the new text?</source>
      <translation>Den neuen Text annehmen?</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Accept this {round} and run the next</source>
      <translation>Annehmen und die nächste beginnen ({round})</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Accept this {round} and write the final answer</source>
      <translation>Annehmen und die Schlussantwort schreiben ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Accepted</source>
      <translation>Angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Accepted in parts: {many}</source>
      <translation>In Teilen angenommen: {many}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Accepted parts of the new text</source>
      <translation>Teile des neuen Textes angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/exports.py" />
      <source>Accepted text – a Word document</source>
      <translation>Angenommener Text – ein Word-Dokument</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/exports.py" />
      <source>Accepted text – one Markdown file</source>
      <translation>Angenommener Text – eine Markdown-Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Accepted the new text</source>
      <translation>Den neuen Text angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Accepted the round as the last one</source>
      <translation>Die Runde als letzte angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>Accepted: {iterations}{levels}. Lines changed in all: {lines}.</source>
      <translation>Angenommen: {iterations}{levels}. Geänderte Zeilen insgesamt: {lines}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Accepted: {many}</source>
      <translation>Angenommen: {many}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Add credit at the provider, or put another model in the seat.</source>
      <translation>Laden Sie das Guthaben beim Anbieter auf, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>Add it first: roundtable tools add {name} COMMAND or ADDRESS</source>
      <translation>Fügen Sie ihn zuerst hinzu: roundtable tools add {name} BEFEHL oder ADRESSE</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Addressed</source>
      <translation>Aufgegriffen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Agent</source>
      <translation>Agent</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Agents</source>
      <translation>Agenten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Agreed</source>
      <translation>Einig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Agreed to take an iteration back</source>
      <translation>Stimmte zu, eine Iteration zurückzunehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Agreed to the place</source>
      <translation>Dem Ort zugestimmt</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Agreement</source>
      <translation>Einigkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Agreement of the answers, by the judge</source>
      <translation>Übereinstimmung der Antworten, laut Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Alike findings were chosen by their words, for {model} failed: {why}.</source>
      <translation>Ähnliche Befunde wurden nach ihren Wörtern gewählt, denn {model} ist ausgefallen: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>All cycles</source>
      <translation>Alle Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>All files</source>
      <translation>Alle Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>All levels</source>
      <translation>Alle Ebenen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>All members are one model; different ones disagree more usefully.</source>
      <translation>Alle Mitglieder sind ein Modell; verschiedene widersprechen sich nützlicher.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>All messages</source>
      <translation>Alle Nachrichten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>All planned cycles were done.</source>
      <translation>Alle geplanten Zyklen wurden ausgeführt.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>All rounds</source>
      <translation>Alle Runden</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>All types</source>
      <translation>Alle Arten</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Allow for this session</source>
      <translation>Für diese Sitzung erlauben</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Allow once</source>
      <translation>Einmal erlauben</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Allowed a tool for the session</source>
      <translation>Ein Werkzeug für die Sitzung erlaubt</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Allowed a tool once</source>
      <translation>Ein Werkzeug einmal erlaubt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>An acceptance took 1 attempt on average.</source>
      <translation>Bis zur Annahme brauchte es im Mittel 1 Versuch.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>An acceptance took {n} attempts on average.</source>
      <translation>Bis zur Annahme brauchte es im Mittel {n} Versuche.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>An earlier debate asked: {question}</source>
      <translation>Eine frühere Debatte hatte die Frage: {question}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>An iteration is done</source>
      <translation>Eine Iteration ist fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Analysed</source>
      <translation>Untersucht</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>Another command hands out the sessions of {folder}.</source>
      <translation>Ein anderer Befehl verteilt die Sitzungen von {folder}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Another folder for the run's log.</source>
      <translation>Ein anderer Ordner für das Protokoll des Laufs.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Another git program is at work in {file}.</source>
      <translation>In {file} arbeitet ein anderes git-Programm.</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>Another limit of cost</source>
      <translation>Eine andere Kostengrenze</translation>
    </message>
    <message>
      <location filename="app/services/batches/cluster.py" />
      <source>Another process has it.</source>
      <translation>Ein anderer Prozess hat sie.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Another session, or another program, is working on the project {file}.</source>
      <translation>Eine andere Sitzung oder ein anderes Programm arbeitet an dem Projekt {file}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Answer a question…</source>
      <translation>Eine Frage beantworten…</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>Answer again; the gate is still open.</source>
      <translation>Antworten Sie noch einmal; der Haltepunkt ist noch offen.</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>Answer in another way, or leave the gate to the person.</source>
      <translation>Antworten Sie anders oder überlassen Sie die Entscheidung der Person.</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>Answer its gate {gate} ({kind}), or have it go on with a policy for it.</source>
      <translation>Beantworten Sie ihren Haltepunkt {gate} ({kind}), oder lassen Sie sie mit einer Regel dafür weitergehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Answer questions…</source>
      <translation>Fragen beantworten…</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>Answer the gate instead.</source>
      <translation>Beantworten Sie stattdessen den Haltepunkt.</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>Answer the gate; it is still open.</source>
      <translation>Beantworten Sie den Haltepunkt; er ist noch offen.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Answer: {text}</source>
      <translation>Antwort: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Answered a question of the brief</source>
      <translation>Eine Frage des Auftrags beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Answered the agent</source>
      <translation>Dem Agenten geantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Answered the questions of the members</source>
      <translation>Die Fragen der Mitglieder beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>Answered: {text}</source>
      <translation>Beantwortet: {text}</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>Answers</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Answers agree</source>
      <translation>Antworten stimmen überein</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>Answers of ordinary length; no retries, no second questions, nothing done again.</source>
      <translation>Antworten von üblicher Länge; keine Wiederholungen, keine Rückfragen, nichts noch einmal.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Any confidence</source>
      <translation>Jede Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Any kind</source>
      <translation>Jede Art</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Any response</source>
      <translation>Jede Erwiderung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Any severity</source>
      <translation>Jede Schwere</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Any state</source>
      <translation>Jeder Stand</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Approve and continue</source>
      <translation>Freigeben und weiter</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Approve and finish</source>
      <translation>Freigeben und abschließen</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>Approve it if you know it: {hosts}. Else put other models into the seats.</source>
      <translation>Geben Sie ihn frei, wenn Sie ihn kennen: {hosts}. Sonst setzen Sie andere Modelle auf die Plätze.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Approve plan</source>
      <translation>Plan freigeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Approved the plan</source>
      <translation>Den Plan freigegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Approved the round</source>
      <translation>Die Runde freigegeben</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>April</source>
      <translation>April</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Arc: {text}</source>
      <translation>Bogen: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>As the folder is, else a novel</source>
      <translation>Wie im Ordner, sonst Roman</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>As the judge says</source>
      <translation>Wie die Jury es sagt</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Ask again</source>
      <translation>Noch einmal fragen</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>Ask for something first.</source>
      <translation>Verlangen Sie erst etwas.</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>Ask whoever has it for a JSON export; “Import…” takes that in.</source>
      <translation>Bitten Sie um einen JSON-Export davon; „Importieren…“ nimmt ihn auf.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Asked again where a call had been cut off</source>
      <translation>Wo ein Aufruf abgebrochen war, noch einmal gefragt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Asked for a change</source>
      <translation>Eine Änderung verlangt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Asked for a change of some words alone</source>
      <translation>Nur einige Worte ändern lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>Asked for again and again: {again}.</source>
      <translation>Immer wieder verlangt: {again}.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Asked the failed models again</source>
      <translation>Ausgefallene Modelle noch einmal gefragt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Asked to stop</source>
      <translation>Anhalten verlangt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Asked to stop after the round</source>
      <translation>Anhalten nach der Runde verlangt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Asked to stop with an answer</source>
      <translation>Anhalten mit einer Antwort verlangt</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Assumes:</source>
      <translation>Setzt voraus:</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>At equal tokens it was ahead of {team} by {points}.</source>
      <translation>Bei gleich vielen Token lag es {points} vor {team}.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>At equal tokens it was behind {team} by {points}.</source>
      <translation>Bei gleich vielen Token lag es {points} hinter {team}.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>At equal tokens no difference to {team} can be told.</source>
      <translation>Bei gleich vielen Token lässt sich kein Unterschied zu {team} feststellen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Attempts</source>
      <translation>Versuche</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/exports.py" />
      <source>Attempts – a folder with every answer and verdict</source>
      <translation>Versuche – ein Ordner mit jeder Antwort und jedem Urteil</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>August</source>
      <translation>August</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Average rank given by the critics, 1 is best: {ranking}</source>
      <translation>Mittlerer Rang durch die Kritiken, 1 ist am besten: {ranking}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Before any critique</source>
      <translation>Vor jeder Kritik</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Before round {round} the models have {n} question.</source>
      <translation>Vor Runde {round} haben die Modelle {n} Frage.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Before round {round} the models have {n} questions.</source>
      <translation>Vor Runde {round} haben die Modelle {n} Fragen.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Before the first {noun}</source>
      <translation>Vor dem Beginn ({noun} 1)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Before the report</source>
      <translation>Vor dem Bericht</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Begun</source>
      <translation>Begonnen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Begun by the agent {agent}.</source>
      <translation>Begonnen vom Agenten {agent}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/arriving.py" />
      <source>Being written</source>
      <translation>Wird geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Between</source>
      <translation>Zwischen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>Both stand</source>
      <translation>Beide gelten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Both stand, each in its own case</source>
      <translation>Beide gelten, jeder in seinem Fall</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>By</source>
      <translation>Von</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>By impact</source>
      <translation>Nach Gewicht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>By the rubric</source>
      <translation>Nach dem Maßstab</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Calls</source>
      <translation>Aufrufe</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Calls that were cut off</source>
      <translation>Abgebrochene Aufrufe</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Carry reflections only</source>
      <translation>Nur Reflexionen mitnehmen</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>Chair</source>
      <translation>Vorsitz</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Change</source>
      <translation>Änderung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Change only these words…</source>
      <translation>Nur diese Worte ändern…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Change the level so, or @FILE, and end.</source>
      <translation>Die Ebene so ändern, oder @DATEI, und aufhören.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Change the plan…</source>
      <translation>Plan ändern…</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Change the scope…</source>
      <translation>Umfang ändern…</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Change the wording, or put another model in the seat.</source>
      <translation>Ändern Sie den Wortlaut, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Change what is affected…</source>
      <translation>Ändern, was betroffen ist…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Change {n}: {path}</source>
      <translation>{n} ändern: {path}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/reading_nodes.py" />
      <source>Changed in the folder since it was read: {files}.</source>
      <translation>Im Ordner geändert, seit er gelesen wurde: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>Changed outside in the same places: {files}. Look at the changes before you accept.</source>
      <translation>An denselben Stellen von außen geändert: {files}. Sehen Sie sich die Änderungen an, bevor Sie annehmen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>Changed outside meanwhile, and kept: {files}.</source>
      <translation>Inzwischen von außen geändert, und behalten: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/report.py" />
      <source>Changed texts</source>
      <translation>Geänderte Texte</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Changed the plan</source>
      <translation>Den Plan geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Changed the scope</source>
      <translation>Den Umfang geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Changed, and not spoken of above</source>
      <translation>Geändert und oben nicht erwähnt</translation>
    </message>
    <message>
      <location filename="app/export/changes.py" />
      <source>Changed:</source>
      <translation>Geändert:</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Changed: “{old}” → “{new}”</source>
      <translation>Geändert: „{old}“ → „{new}“</translation>
    </message>
    <message>
      <location filename="app/ui/view/reading.py" />
      <source>Changes</source>
      <translation>Änderungen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Chapters</source>
      <translation>Kapitel</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Characters said</source>
      <translation>Gesagte Zeichen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Characters stored</source>
      <translation>Gespeicherte Zeichen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Check continuity</source>
      <translation>Stimmigkeit prüfen</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>Check out a branch with git, then go on.</source>
      <translation>Checken Sie mit git einen Zweig aus, dann machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/settings/templates.py" />
      <source>Check that it is still there and that you may write to the folder.</source>
      <translation>Prüfen Sie, ob sie noch da ist und ob Sie in den Ordner schreiben dürfen.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>Check that it is the file you mean.</source>
      <translation>Prüfen Sie, ob es die richtige Datei ist.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>Check the address, and that the scheduler runs and can be reached from here.</source>
      <translation>Prüfen Sie die Adresse, und ob der Scheduler läuft und von hier zu erreichen ist.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Check the address, and which provider the model's name begins with.</source>
      <translation>Prüfen Sie die Adresse, und mit welchem Anbieter der Name des Modells beginnt.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Check the connection and the provider's address, then retry.</source>
      <translation>Prüfen Sie die Verbindung und die Adresse des Anbieters, dann versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Check the continuity</source>
      <translation>Die Stimmigkeit prüfen</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>Check the disk, or name another file.</source>
      <translation>Prüfen Sie den Datenträger oder nennen Sie eine andere Datei.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Check the disk, then resume; everything up to here is saved.</source>
      <translation>Prüfen Sie den Datenträger, dann setzen Sie fort; alles bis hierher ist gespeichert.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Check the model's name, or put another model in the seat.</source>
      <translation>Prüfen Sie den Namen des Modells, oder setzen Sie ein anderes auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Check the model's name, or your plan there.</source>
      <translation>Prüfen Sie den Namen des Modells oder Ihren Tarif dort.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>Check the name and the folder.</source>
      <translation>Prüfen Sie den Namen und den Ordner.</translation>
    </message>
    <message>
      <location filename="app/cli/agents/serving.py" />
      <source>Check the name, or make it first.</source>
      <translation>Prüfen Sie den Namen, oder legen Sie ihn erst an.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Check the provider's address.</source>
      <translation>Prüfen Sie die Adresse des Anbieters.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>Check which file or command it comes from.</source>
      <translation>Prüfen Sie, aus welcher Datei oder welchem Befehl es kommt.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/exports.py" />
      <source>Checkpoints, one file per iteration</source>
      <translation>Zwischenstände, eine Datei je Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Checks</source>
      <translation>Prüfungen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Choose a file to read it.</source>
      <translation>Wählen Sie eine Datei, um sie zu lesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Choose a file to see who read it and what cites it.</source>
      <translation>Wählen Sie eine Datei, um zu sehen, wer sie las und was sie zitiert.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Choose a finding to see its citations.</source>
      <translation>Wählen Sie einen Befund, um seine Belege zu sehen.</translation>
    </message>
    <message>
      <location filename="app/domain/errors.py" />
      <source>Choose a folder with a shorter path.</source>
      <translation>Wählen Sie einen Ordner mit kürzerem Pfad.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Choose a line to see all of it.</source>
      <translation>Wählen Sie eine Zeile, um alles davon zu sehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Choose a message to read all of it.</source>
      <translation>Wählen Sie eine Nachricht, um sie ganz zu lesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Choose a note to see its text and its history.</source>
      <translation>Wählen Sie eine Notiz, um Text und Verlauf zu sehen.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Choose a record after the first finished step; “roundtable log” lists them.</source>
      <translation>Wählen Sie einen Datensatz nach dem ersten fertigen Schritt; „roundtable log“ führt sie auf.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Choose a record to see all of it.</source>
      <translation>Wählen Sie einen Eintrag, um alles davon zu sehen.</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Choose a row to read all of it.</source>
      <translation>Wählen Sie eine Zeile, um sie ganz zu lesen.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>Choose a text to read it.</source>
      <translation>Wählen Sie einen Text, um ihn zu lesen.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>Choose a text, Markdown, code, PDF or DOCX file.</source>
      <translation>Wählen Sie eine Text-, Markdown-, Code-, PDF- oder DOCX-Datei.</translation>
    </message>
    <message>
      <location filename="app/documents/reader.py" />
      <source>Choose a text, PDF, DOCX, HTML, notebook or e-mail file.</source>
      <translation>Wählen Sie eine Text-, PDF-, DOCX-, HTML-, Notebook- oder E-Mail-Datei.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/changes.py" />
      <source>Choose among the files that changed.</source>
      <translation>Wählen Sie unter den Dateien, die sich geändert haben.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Choose another file, or leave it out.</source>
      <translation>Wählen Sie eine andere Datei oder lassen Sie sie weg.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Choose another name.</source>
      <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
      <location filename="app/store/git_branch.py" />
      <source>Choose another one.</source>
      <translation>Wählen Sie einen anderen.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>Choose another place, or free some space, and try again.</source>
      <translation>Wählen Sie einen anderen Ort oder schaffen Sie Platz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Choose another team, or approve its servers.</source>
      <translation>Wählen Sie ein anderes Team, oder geben Sie dessen Server frei.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>Choose fewer files, or a smaller folder. The largest one is {file}.</source>
      <translation>Wählen Sie weniger Dateien oder einen kleineren Ordner. Die größte ist {file}.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>Choose fewer files, or put what matters into one.</source>
      <translation>Wählen Sie weniger Dateien oder fassen Sie das Wichtige in einer zusammen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Choose one of them</source>
      <translation>Eine davon wählen</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Choose one of them; “roundtable log” lists them.</source>
      <translation>Wählen Sie einen davon; „roundtable log“ führt sie auf.</translation>
    </message>
    <message>
      <location filename="app/services/source_files.py" />
      <source>Choose one: roundtable resume {session} --folder</source>
      <translation>Wählen Sie einen: roundtable resume {session} --folder</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>Choose one: roundtable resume {session} --folder {name}=FOLDER</source>
      <translation>Wählen Sie einen: roundtable resume {session} --folder {name}=ORDNER</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>Choose the document that was exported from it, or name the session it is of.</source>
      <translation>Wählen Sie das Dokument, das daraus exportiert wurde, oder nennen Sie die Sitzung, zu der es gehört.</translation>
    </message>
    <message>
      <location filename="app/services/one_session.py" />
      <source>Choose the folder that it worked in, or a clone of its repository with all commits.</source>
      <translation>Wählen Sie den Ordner, in dem sie gearbeitet hat, oder einen Klon seines Repositorys mit allen Commits.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/batch_run.py" />
      <source>Choose what it was made with, or go on with it in a terminal.</source>
      <translation>Wählen Sie, womit er angelegt wurde, oder setzen Sie ihn in einem Terminal fort.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Chose another level</source>
      <translation>Eine andere Ebene gewählt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Citation {n} stands at these lines now.</source>
      <translation>Beleg {n} steht jetzt in diesen Zeilen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Citation {n} stands at these lines, not where its agent said.</source>
      <translation>Beleg {n} steht in diesen Zeilen, nicht dort, wo sein Agent sagte.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Citation {n} stood there in the earlier research, and no longer does.</source>
      <translation>Beleg {n} stand in der früheren Recherche dort und steht es nicht mehr.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Citation {n} supports it in part.</source>
      <translation>Beleg {n} stützt es zum Teil.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Citation {n}: {why}.</source>
      <translation>Beleg {n}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Citations</source>
      <translation>Belege</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Citations added</source>
      <translation>Neue Belege</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Citations that hold: {held}, moved: {moved}, gone: {gone}.</source>
      <translation>Belege, die noch stimmen: {held}, verschoben: {moved}, verschwunden: {gone}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Cited by</source>
      <translation>Zitiert von</translation>
    </message>
    <message>
      <location filename="app/workflows/research/exports.py" />
      <source>Cited files as references (BibTeX)</source>
      <translation>Zitierte Dateien als Literaturangaben (BibTeX)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/exports.py" />
      <source>Cited files as references (RIS)</source>
      <translation>Zitierte Dateien als Literaturangaben (RIS)</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Claim</source>
      <translation>Aussage</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>Close it there, or stop it with “roundtable stop {session}”.</source>
      <translation>Schließen Sie sie dort, oder halten Sie sie an: „roundtable stop {session}“.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Close it there, then go on.</source>
      <translation>Schließen Sie sie dort, dann machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Close the draft</source>
      <translation>Entwurf schließen</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Close the program that uses it, then resume.</source>
      <translation>Schließen Sie das Programm, das sie verwendet, dann setzen Sie fort.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Closed the draft</source>
      <translation>Den Entwurf geschlossen</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Comment</source>
      <translation>Kommentar</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Comments</source>
      <translation>Kommentare</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Commit the opposite of what that iteration changed</source>
      <translation>Das Gegenteil dessen committen, was diese Iteration geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Committed {sha}: {many}, {lines} lines changed</source>
      <translation>Festgehalten {sha}: {many}, {lines} Zeilen geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Compare who, where and when over all files; only what changed is read again</source>
      <translation>Vergleichen, wer, wo und wann über alle Dateien; nur Geändertes wird neu gelesen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Computed: {text}</source>
      <translation>Gezählt: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Confidence</source>
      <translation>Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Confidence needed</source>
      <translation>Nötige Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Confidence of the chair</source>
      <translation>Sicherheit des Vorsitzes</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Confidence {n} until somebody has looked for what speaks against it.</source>
      <translation>Verlässlichkeit {n}, bis jemand gesucht hat, was dagegen spricht.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Confidence {n}.</source>
      <translation>Verlässlichkeit {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Confidence {n}: {why}.</source>
      <translation>Verlässlichkeit {n}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>Confirm</source>
      <translation>Bestätigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Confirm it</source>
      <translation>Bestätigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Confirm the scope</source>
      <translation>Umfang bestätigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Confirmed it</source>
      <translation>Bestätigt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Confirmed the scope</source>
      <translation>Den Umfang bestätigt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Conflict</source>
      <translation>Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Conflict {id}: {text}</source>
      <translation>Widerspruch {id}: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Conflicts</source>
      <translation>Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Conflicts left open</source>
      <translation>Offene Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Consistency: {text}</source>
      <translation>Stimmigkeit: {text}</translation>
    </message>
    <message>
      <location filename="app/export/html.py" />
      <source>Contents</source>
      <translation>Inhalt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Continue</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Continue without answering</source>
      <translation>Ohne Antwort weiter</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Continuing adds a round.</source>
      <translation>Weiter heißt: eine Runde mehr.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Continuity of {level}: {read} files read, {n} new contradictions</source>
      <translation>Stimmigkeit von {level}: {read} Dateien gelesen, {n} neue Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Contradiction {n} is meant so: {why}</source>
      <translation>Widerspruch {n} ist so gewollt: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Contradiction {n} is none</source>
      <translation>Widerspruch {n} ist keiner</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Contradiction {n} was sent as feedback</source>
      <translation>Widerspruch {n} ging als Rückmeldung hinaus</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Contradiction {n} · {about}</source>
      <translation>Widerspruch {n} · {about}</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Copied from session {session}, record {n}.</source>
      <translation>Kopiert aus Sitzung {session}, Eintrag {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Copies of one text</source>
      <translation>Kopien desselben Textes</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Copy as a request</source>
      <translation>Als Auftrag kopieren</translation>
    </message>
    <message>
      <location filename="app/gateway/keys.py" />
      <source>Copy it again from the provider's page.</source>
      <translation>Kopieren Sie ihn noch einmal von der Seite des Anbieters.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Copy line</source>
      <translation>Zeile kopieren</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Copy of another file</source>
      <translation>Kopie einer anderen Datei</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Copy record</source>
      <translation>Eintrag kopieren</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Copy the line as it stands in the file</source>
      <translation>Die Zeile kopieren, wie sie in der Datei steht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Copy the record as JSON</source>
      <translation>Den Eintrag als JSON kopieren</translation>
    </message>
    <message>
      <location filename="app/services/tool_servers.py" />
      <source>Correct it and add it again.</source>
      <translation>Berichtigen Sie das und fügen Sie ihn noch einmal hinzu.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>Correct it and answer again.</source>
      <translation>Korrigieren Sie es und antworten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>Correct it and answer again; the gate is still open.</source>
      <translation>Korrigieren Sie es und antworten Sie noch einmal; der Haltepunkt ist noch offen.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>Correct it and try again.</source>
      <translation>Korrigieren Sie es und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/settings/settings.py" />
      <source>Correct it, or give yourself write permission for the folder.</source>
      <translation>Korrigieren Sie sie, oder geben Sie sich Schreibrecht für den Ordner.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Correct it, or leave it out.</source>
      <translation>Verbessern Sie ihn oder lassen Sie ihn weg.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>Correct it, or take the file away: it is written anew.</source>
      <translation>Korrigieren Sie sie, oder nehmen Sie die Datei weg: Sie wird neu geschrieben.</translation>
    </message>
    <message>
      <location filename="app/settings/settings.py" />
      <source>Correct it, or take the settings saved before: roundtable config --mend.</source>
      <translation>Korrigieren Sie sie, oder nehmen Sie die zuvor gespeicherten Einstellungen: roundtable config --mend.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>Correct that line and try again.</source>
      <translation>Korrigieren Sie diese Zeile und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>Correct the file and try again.</source>
      <translation>Korrigieren Sie die Datei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/cli/batches.py" />
      <source>Correct what is said of them, and run it again.</source>
      <translation>Verbessern Sie, was zu ihnen gesagt ist, und starten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Correct {name} and start again.</source>
      <translation>Korrigieren Sie {name} und starten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>Correct {where} and answer again; the gate is still open.</source>
      <translation>Korrigieren Sie {where} und antworten Sie noch einmal; der Haltepunkt ist noch offen.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>Correct {where} in the file and try again.</source>
      <translation>Korrigieren Sie {where} in der Datei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Cost</source>
      <translation>Kosten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Cost limit</source>
      <translation>Kostengrenze</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Cost of a right one</source>
      <translation>Kosten eines richtigen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Cost: {cost}.</source>
      <translation>Kosten: {cost}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Counted</source>
      <translation>Gezählt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>Counting the first answers would have given another one: “{said}”.</source>
      <translation>Die ersten Antworten zu zählen hätte eine andere ergeben: „{said}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>Counting the first answers would have given the same one.</source>
      <translation>Die ersten Antworten zu zählen hätte dieselbe ergeben.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Counts as changed</source>
      <translation>Gilt als geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Coverage</source>
      <translation>Abdeckung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Coverage needed</source>
      <translation>Nötige Abdeckung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>Criteria after iteration {n}</source>
      <translation>Kriterien nach Iteration {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Criteria not met</source>
      <translation>Unerfüllte Kriterien</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Criteria that do not hold</source>
      <translation>Nicht erfüllte Kriterien</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Criterion</source>
      <translation>Kriterium</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>Critical questions</source>
      <translation>Kritische Fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Critical questions answered</source>
      <translation>Kritische Fragen beantwortet</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Critics: one of their own model first</source>
      <translation>Kritik: eine des eigenen Modells zuerst</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Critics: the longer answer before the shorter</source>
      <translation>Kritik: die längere Antwort vor der kürzeren</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Critiques</source>
      <translation>Kritiken</translation>
    </message>
    <message>
      <location filename="app/documents/reader.py" />
      <source>Cut out the part that matters and use that.</source>
      <translation>Schneiden Sie den Teil heraus, auf den es ankommt, und nehmen Sie diesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Cycle</source>
      <translation>Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle begun</source>
      <translation>Zyklus begonnen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle over</source>
      <translation>Zyklus vorbei</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n}</source>
      <translation>Zyklus {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>Cycle {n} finished.</source>
      <translation>Zyklus {n} fertig.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>Cycle {n} finished: it reached its limit of tool calls.</source>
      <translation>Zyklus {n} fertig: Die Grenze der Werkzeugaufrufe ist erreicht.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n} is shown.</source>
      <translation>Gezeigt wird Zyklus {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n} is {share} % similar to cycle {other}.</source>
      <translation>Zyklus {n} ist Zyklus {other} zu {share} % ähnlich.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Cycle {n} of {count}, {calls} tool calls.</source>
      <translation>Zyklus {n} von {count}, {calls} Werkzeugaufrufe.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>Cycle {n} starting again, attempt {attempt}…</source>
      <translation>Zyklus {n} beginnt noch einmal, Versuch {attempt}…</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>Cycle {n} starting…</source>
      <translation>Zyklus {n} beginnt…</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n} wrote no reflection.</source>
      <translation>Zyklus {n} hat keine Reflexion geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n} wrote no reflection: it reached its limit of tool calls.</source>
      <translation>Zyklus {n} hat keine Reflexion geschrieben: Die Grenze der Werkzeugaufrufe war erreicht.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n} · the agent is writing…</source>
      <translation>Zyklus {n} · der Agent schreibt…</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n} · the answer broke off</source>
      <translation>Zyklus {n} · die Antwort brach ab</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n}, attempt {a}</source>
      <translation>Zyklus {n}, Versuch {a}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Cycle {n}, attempt {a} (redone)</source>
      <translation>Zyklus {n}, Versuch {a} (wiederholt)</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>Cycle {n}, which is not over</source>
      <translation>Zyklus {n}, noch nicht vorbei</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Cycles</source>
      <translation>Zyklen</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>December</source>
      <translation>Dezember</translation>
    </message>
    <message>
      <location filename="app/domain/gate_choices.py" />
      <source>Decide each…</source>
      <translation>Einzeln entscheiden…</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Decide on single critiques in the Critiques tab; all others are sent.</source>
      <translation>Entscheiden Sie im Reiter „Kritiken“ über einzelne; alle anderen gehen hinaus.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Decide which critiques the authors get</source>
      <translation>Entscheiden, welche Kritiken die Verfasser bekommen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Decided gaps, conflicts and findings</source>
      <translation>Über Lücken, Widersprüche und Befunde entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Decide…</source>
      <translation>Entscheiden…</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Decision.</source>
      <translation>Entscheidung.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Decisions</source>
      <translation>Entscheidungen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Deferred</source>
      <translation>Vertagt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Degraded: {text}</source>
      <translation>Eingeschränkt: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Delete all and go on</source>
      <translation>Alle löschen und weiter</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Delete every file below when the change is accepted, not before</source>
      <translation>Jede Datei darunter löschen, wenn die Änderung angenommen wird, nicht vorher</translation>
    </message>
    <message>
      <location filename="app/services/live.py" />
      <source>Delete it and start again; nothing was recorded in it.</source>
      <translation>Löschen Sie sie und beginnen Sie neu; nichts wurde darin aufgezeichnet.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Deleted files</source>
      <translation>Gelöschte Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Deleted notes too</source>
      <translation>Auch gelöschte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Deliberation</source>
      <translation>Beratung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Details</source>
      <translation>Einzelheiten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Did refining help?</source>
      <translation>Hat das Überarbeiten geholfen?</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Dismiss it</source>
      <translation>Verwerfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Dismiss this finding</source>
      <translation>Diesen Befund verwerfen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Dismissed</source>
      <translation>Verworfen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Dismissed a contradiction</source>
      <translation>Einen Widerspruch verworfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Dismissed it</source>
      <translation>Verworfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Dismissed the finding</source>
      <translation>Den Befund verworfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Dismissed: {why}</source>
      <translation>Verworfen: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>Dismiss…</source>
      <translation>Verwerfen…</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Disputed</source>
      <translation>Strittig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Dissent</source>
      <translation>Abweichende Meinungen</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Divide it, and run a batch of each part.</source>
      <translation>Teilen Sie sie und starten Sie einen Stapel je Teil.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Divide the table, and run a batch of each part.</source>
      <translation>Teilen Sie die Tabelle und starten Sie einen Stapel je Teil.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Document draft</source>
      <translation>Entwurf eines Dokuments</translation>
    </message>
    <message>
      <location filename="app/documents/reader.py" />
      <source>Documents cannot be read: {why}.</source>
      <translation>Dokumente können nicht gelesen werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>Done again by all: {said}</source>
      <translation>Noch einmal gemacht von allen: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>Done again by {by}: {said}</source>
      <translation>Noch einmal gemacht von {by}: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Drafts</source>
      <translation>Entwürfe</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>Each answer has a letter, by which critics and judge know it</source>
      <translation>Jede Antwort hat einen Buchstaben, unter dem Kritiker und Jury sie kennen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>Each cycle is given</source>
      <translation>Jeder Zyklus bekommt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Each judge</source>
      <translation>Jede Stimme der Jury</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Each session</source>
      <translation>Jede Sitzung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Earlier work</source>
      <translation>Frühere Arbeit</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Earlier · {level}</source>
      <translation>Früher · {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Earlier: {text} – {answer}</source>
      <translation>Früher: {text} – {answer}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Edge cases looked for</source>
      <translation>Untersuchte Randfälle</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Edit by hand…</source>
      <translation>Von Hand bearbeiten…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Edit plan…</source>
      <translation>Plan bearbeiten…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Edited by hand.</source>
      <translation>Von Hand bearbeitet.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Edited outside since the newest commit, and committed first, on its own:</source>
      <translation>Seit dem letzten Commit außerhalb bearbeitet; es wird zuerst für sich committet:</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/state.py" />
      <source>Edited outside, and committed first as {sha}: {files}.</source>
      <translation>Außerhalb bearbeitet und zuerst für sich committet als {sha}: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Edited outside.</source>
      <translation>Außerhalb bearbeitet.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>Edited outside: {files}. The next acceptance commits that first, on its own.</source>
      <translation>Außerhalb bearbeitet: {files}. Die nächste Annahme hält das zuerst fest, für sich.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>End this session; the folder stays as it is</source>
      <translation>Diese Sitzung beenden; der Ordner bleibt, wie er ist</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Ended by an error</source>
      <translation>Durch einen Fehler beendet</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Ended by an error, without a final answer,</source>
      <translation>Durch einen Fehler beendet, ohne Schlussantwort,</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Ended it with the rounds accepted before</source>
      <translation>Mit den zuvor angenommenen Runden beendet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Ended it with what was found</source>
      <translation>Mit dem Gefundenen beendet</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Ended the run</source>
      <translation>Den Lauf beendet</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Enter the key again under Models and keys, or put another model in the seat.</source>
      <translation>Geben Sie den Schlüssel unter Modelle und Schlüssel noch einmal ein, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Every cycle</source>
      <translation>Jeden Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Every iteration</source>
      <translation>Jede Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>Every member ended with the answer that it began with.</source>
      <translation>Jedes Mitglied blieb bei der Antwort, mit der es begann.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Every n cycles</source>
      <translation>Alle n Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Every round</source>
      <translation>Jede Runde</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Everything</source>
      <translation>Alles</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Experiment</source>
      <translation>Experiment</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>Experiment: {run}
Model: {model}
Total cycles: {count}</source>
      <translation>Experiment: {run}
Modell: {model}
Zyklen insgesamt: {count}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Explorer</source>
      <translation>Erkunder</translation>
    </message>
    <message>
      <location filename="app/export/pdf/exporter.py" />
      <source>Export as HTML and print that, or try again.</source>
      <translation>Exportieren Sie als HTML und drucken Sie das, oder versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Export as Markdown to leave names, costs or parts out.</source>
      <translation>Exportieren Sie als Markdown, um Namen, Kosten oder Teile wegzulassen.</translation>
    </message>
    <message>
      <location filename="app/export/envelope.py" />
      <source>Export as Markdown to leave them out.</source>
      <translation>Exportieren Sie als Markdown, um sie wegzulassen.</translation>
    </message>
    <message>
      <location filename="app/export/envelope.py" />
      <source>Export as Markdown, HTML, PDF or Word to choose its parts.</source>
      <translation>Exportieren Sie als Markdown, HTML, PDF oder Word, um die Teile zu wählen.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Export as Markdown, HTML, PDF or Word to choose the parts of a report.</source>
      <translation>Exportieren Sie als Markdown, HTML, PDF oder Word, um die Teile eines Berichts zu wählen.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>Export the session again with Roundtable and import that file.</source>
      <translation>Exportieren Sie die Sitzung noch einmal mit Roundtable und importieren Sie diese Datei.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Export the whole report, or wait until the session is further on.</source>
      <translation>Exportieren Sie den ganzen Bericht, oder warten Sie, bis die Sitzung weiter ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Failed</source>
      <translation>Ausgefallen</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>February</source>
      <translation>Februar</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Figure</source>
      <translation>Zahl</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Figures</source>
      <translation>Zahlen</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Figures and decisions</source>
      <translation>Zahlen und Entscheidungen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>Figures by cycle</source>
      <translation>Zahlen je Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Figures of every cycle</source>
      <translation>Zahlen jedes Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Files</source>
      <translation>Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Files changed: {files}</source>
      <translation>Geänderte Dateien: {files}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Files changed: {files} and {n} more</source>
      <translation>Geänderte Dateien: {files} und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Files changed: {n} of {all}</source>
      <translation>Geänderte Dateien: {n} von {all}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>Files changed: {n} of {all}; lines +{added} −{removed}; words {before} → {after}.</source>
      <translation>Geänderte Dateien: {n} von {all}; Zeilen +{added} −{removed}; Wörter {before} → {after}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Files read</source>
      <translation>Gelesene Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>Files that are gone: {files}.</source>
      <translation>Dateien, die weg sind: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Files that matter</source>
      <translation>Dateien, auf die es ankommt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Files: {files} and {n} more.</source>
      <translation>Dateien: {files} und {n} weitere.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Files: {files}.</source>
      <translation>Dateien: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Finding</source>
      <translation>Befund</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Findings</source>
      <translation>Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Findings in dispute</source>
      <translation>Umstrittene Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/exports.py" />
      <source>Findings, to take up in a later research</source>
      <translation>Befunde, um sie in einer späteren Recherche aufzugreifen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Findings: critical</source>
      <translation>Befunde: entscheidend</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Findings: for information</source>
      <translation>Befunde: zur Information</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Findings: important</source>
      <translation>Befunde: wichtig</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Finish</source>
      <translation>Abschließen</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>Finish it or abort it with git, then go on.</source>
      <translation>Beenden Sie es mit git oder brechen Sie es ab, dann machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Finished</source>
      <translation>Abgeschlossen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>First stands</source>
      <translation>Der erste gilt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Focus</source>
      <translation>Schwerpunkt</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Follow the newest line</source>
      <translation>Der neuesten Zeile folgen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Follow the newest message</source>
      <translation>Der neuesten Nachricht folgen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Follow the newest record</source>
      <translation>Dem neuesten Eintrag folgen</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Footnotes in it are not taken in: write what matters into the text, or as a comment.</source>
      <translation>Fußnoten darin werden nicht übernommen: Schreiben Sie in den Text oder als Kommentar, worauf es ankommt.</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>For {seat}, the agent {agent} chose {what}</source>
      <translation>Für {seat} wählte der Agent {agent} {what}</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>For {seat}, the person chose {what}</source>
      <translation>Für {seat} wählte die Person {what}</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>Fork it to go on from one of its rounds.</source>
      <translation>Zweigen Sie ab, um von einer ihrer Runden weiterzumachen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Found before, and still there:</source>
      <translation>Früher gefunden und noch vorhanden:</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Found that none fits</source>
      <translation>Keinen passend gefunden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Found to fit still: {level}</source>
      <translation>Passt weiterhin: {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Foundation and metadata</source>
      <translation>Grundlage und Metadaten</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Free some space and go on.</source>
      <translation>Schaffen Sie Platz und machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Free some space and resume; everything up to here is saved.</source>
      <translation>Schaffen Sie Platz und setzen Sie fort; alles bis hierher ist gespeichert.</translation>
    </message>
    <message>
      <location filename="app/cli/output.py" />
      <source>Free some space or choose another place; the session itself is saved.</source>
      <translation>Schaffen Sie Platz oder wählen Sie einen anderen Ort; die Sitzung selbst ist gespeichert.</translation>
    </message>
    <message>
      <location filename="app/store/folders.py" />
      <source>Free some space or give yourself write permission, and start again.</source>
      <translation>Schaffen Sie Platz oder geben Sie sich Schreibrecht, und starten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/store/jsonl.py" />
      <source>Free some space or give yourself write permission; its missing lines are added then.</source>
      <translation>Schaffen Sie Platz oder geben Sie sich Schreibrecht; die fehlenden Zeilen kommen dann hinzu.</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>Free · {time}</source>
      <translation>Kostenlos · {time}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>From right to wrong</source>
      <translation>Von richtig zu falsch</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>From wrong to right</source>
      <translation>Von falsch zu richtig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Full text</source>
      <translation>Volltext</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Gap</source>
      <translation>Lücke</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Gap ({priority}): {text}</source>
      <translation>Lücke ({priority}): {text}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Gap to the oracle</source>
      <translation>Abstand zum Orakel</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Gaps</source>
      <translation>Lücken</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>Gaps for iteration {n}</source>
      <translation>Lücken für Iteration {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Gaps that were not closed</source>
      <translation>Nicht geschlossene Lücken</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Gave the iteration up</source>
      <translation>Die Iteration aufgegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Genre: {genre}</source>
      <translation>Genre: {genre}</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Give each row an id of its own.</source>
      <translation>Geben Sie jeder Zeile eine eigene Kennung.</translation>
    </message>
    <message>
      <location filename="app/engine/tool_use.py" />
      <source>Give it those it names: roundtable resume {session} {options}</source>
      <translation>Geben Sie ihr die, die sie nennt: roundtable resume {session} {options}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Give it to one of {names}, or to all.</source>
      <translation>Geben Sie sie einem von {names}, oder allen.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Give it with --{option}; the present one is {now}.</source>
      <translation>Geben Sie ihn mit --{option} an; jetzt ist es {now}.</translation>
    </message>
    <message>
      <location filename="app/gateway/tools/source.py" />
      <source>Give it: roundtable tools secret {name} {secret}</source>
      <translation>Geben Sie es ein: roundtable tools secret {name} {secret}</translation>
    </message>
    <message>
      <location filename="app/engine/command_options.py" />
      <source>Give one of them, and run the command again for the other.</source>
      <translation>Geben Sie eines davon an, und rufen Sie den Befehl für das andere noch einmal auf.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>Give the endpoint another name.</source>
      <translation>Geben Sie dem Server einen anderen Namen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Give the row a shorter one; what is to be asked stands in another column.</source>
      <translation>Geben Sie der Zeile eine kürzere; was gefragt wird, steht in einer anderen Spalte.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>Give your server another name.</source>
      <translation>Geben Sie Ihrem Server einen anderen Namen.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>Give yourself permission to read it, or name another file.</source>
      <translation>Geben Sie sich das Recht, sie zu lesen, oder nennen Sie eine andere Datei.</translation>
    </message>
    <message>
      <location filename="app/store/folders.py" />
      <source>Give yourself permission to read it, or name another folder.</source>
      <translation>Geben Sie sich das Recht, ihn zu lesen, oder nennen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>Give yourself permission to read it.</source>
      <translation>Geben Sie sich das Recht, sie zu lesen.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Give yourself permission to write there, and go on.</source>
      <translation>Geben Sie sich das Recht, dort zu schreiben, und machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>Give yourself write permission for it, then try again.</source>
      <translation>Geben Sie sich Schreibrecht dafür, dann versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Give yourself write permission for its folder, then resume.</source>
      <translation>Geben Sie sich Schreibrecht für den Ordner, dann setzen Sie fort.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>Give yourself write permission for the folder, and free some space.</source>
      <translation>Geben Sie sich Schreibrecht für den Ordner und schaffen Sie Platz.</translation>
    </message>
    <message>
      <location filename="app/settings/templates.py" />
      <source>Give yourself write permission for the folder.</source>
      <translation>Geben Sie sich Schreibrecht für den Ordner.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>Give yourself write permission there, or set ROUNDTABLE_DATA_DIR to another folder.</source>
      <translation>Geben Sie sich dort Schreibrecht, oder setzen Sie ROUNDTABLE_DATA_DIR auf einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Given with it: {names}.</source>
      <translation>Beigefügt: {names}.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Go on in this session, or start a new one.</source>
      <translation>Machen Sie in dieser Sitzung weiter, oder beginnen Sie eine neue.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Go on later, or put another model in the seat.</source>
      <translation>Machen Sie später weiter, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>Go on with the session first, or choose another form.</source>
      <translation>Machen Sie erst in der Sitzung weiter, oder wählen Sie eine andere Form.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Go on with this attempt, or an earlier one, though the judge sends it back</source>
      <translation>Mit diesem oder einem früheren Versuch weitermachen, obwohl die Jury ihn zurückgibt</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Go on without</source>
      <translation>Ohne weitermachen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Go on writing</source>
      <translation>Weiterschreiben</translation>
    </message>
    <message>
      <location filename="app/store/git_branch.py" />
      <source>Go on: it is tried again.</source>
      <translation>Machen Sie weiter: Es wird noch einmal versucht.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Go through gaps, conflicts and findings in one form</source>
      <translation>Lücken, Widersprüche und Befunde in einem Formular durchgehen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Go to the text in another folder, or to one file</source>
      <translation>Zum Text in einem anderen Ordner gehen, oder zu einer Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Going on without leaves out the questions alone; round 1 asks again.</source>
      <translation>Ohne weiterzumachen lässt nur die Fragen weg; Runde 1 fragt wieder.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Good enough</source>
      <translation>Gut genug</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Guidance for one more round</source>
      <translation>Vorgabe für eine weitere Runde</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Guidance for one more round, or for the final answer</source>
      <translation>Vorgabe für eine weitere Runde, oder für die Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Guidance for the final answer</source>
      <translation>Vorgabe für die Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Guidance for the next round</source>
      <translation>Vorgabe für die nächste Runde</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>Guidance of the agent {agent} for all {nouns}:</source>
      <translation>Hinweis des Agenten {agent} für alle {nouns}:</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>Guidance of the agent {agent} for the next {noun}:</source>
      <translation>Hinweis des Agenten {agent} für die nächste {noun}:</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>Guidance of the person for all {nouns}:</source>
      <translation>Vorgabe der Person für alle {nouns}:</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>Guidance of the person for the next {noun}:</source>
      <translation>Vorgabe der Person ({noun} danach):</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Had a level generated</source>
      <translation>Eine Ebene erzeugen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Had a level written anew</source>
      <translation>Eine Ebene neu schreiben lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Had an attempt explained</source>
      <translation>Einen Versuch erklären lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Had it closed</source>
      <translation>Schließen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Had it verified</source>
      <translation>Prüfen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Had it written again with the judge's words</source>
      <translation>Mit den Worten der Jury noch einmal schreiben lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Had looked what it affects below</source>
      <translation>Nachsehen lassen, was es darunter betrifft</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Had the continuity checked</source>
      <translation>Die Stimmigkeit prüfen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Had the cycle done again</source>
      <translation>Den Zyklus noch einmal machen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Had the folder read again</source>
      <translation>Den Ordner neu lesen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Had the oldest requests summed up</source>
      <translation>Die ältesten Wünsche zusammenfassen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Had the report written</source>
      <translation>Den Bericht schreiben lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Had the whole history sent</source>
      <translation>Den ganzen Verlauf senden lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Had the writing go on</source>
      <translation>Weiterschreiben lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Had what stands below deleted with the acceptance</source>
      <translation>Mit der Annahme löschen lassen, was darunter steht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Have a contradiction mended…</source>
      <translation>Einen Widerspruch berichtigen lassen…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Have it changed</source>
      <translation>Ändern lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Have it closed</source>
      <translation>Schließen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Have it mended</source>
      <translation>Berichtigen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Have it verified</source>
      <translation>Prüfen lassen</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>Have that go on first.</source>
      <translation>Lassen Sie das zuerst weitergehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Have the {round} done again</source>
      <translation>Noch einmal machen lassen ({round})</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Held</source>
      <translation>Erfüllt</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Hidden until the session is finished</source>
      <translation>Verborgen, bis die Sitzung beendet ist</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>High</source>
      <translation>Hoch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>High confidence reached (iteration {n}): coverage {coverage} (threshold {c}), confidence {confidence} (threshold {t}); concluded early, {saved} iterations not needed.</source>
      <translation>Hohe Verlässlichkeit erreicht (Iteration {n}): Abdeckung {coverage} (Schwelle {c}), Verlässlichkeit {confidence} (Schwelle {t}); früh abgeschlossen, {saved} Iterationen nicht nötig.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>History</source>
      <translation>Verlauf</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>History of the chosen note</source>
      <translation>Verlauf der gewählten Notiz</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>History: 1 iteration</source>
      <translation>Verlauf: 1 Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>History: {n} iterations</source>
      <translation>Verlauf: {n} Iterationen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>How it was decided</source>
      <translation>Wie entschieden wurde</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>How it was judged</source>
      <translation>Wie geurteilt wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>How many cycles.</source>
      <translation>Wie viele Zyklen.</translation>
    </message>
    <message>
      <location filename="app/projections/reporting.py" />
      <source>How replies were read</source>
      <translation>Wie Antworten gelesen wurden</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>How this was counted</source>
      <translation>Wie gezählt wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>If changed</source>
      <translation>Wenn geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>If they differ</source>
      <translation>Wenn sie auseinandergehen</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Import it as a copy (--as-copy) to keep both.</source>
      <translation>Importieren Sie sie als Kopie (--as-copy), um beide zu behalten.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>Import it as a copy to get a new id.</source>
      <translation>Importieren Sie sie als Kopie; sie bekommt dann eine neue Kennung.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Import it with the version of Roundtable that wrote it, or export it there again and import that file.</source>
      <translation>Importieren Sie die Datei mit der Version von Roundtable, die sie geschrieben hat, oder exportieren Sie die Sitzung dort neu und importieren Sie diese Datei.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>Import that session first, or name the one it belongs to.</source>
      <translation>Importieren Sie erst diese Sitzung, oder nennen Sie die, zu der sie gehört.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>In all</source>
      <translation>Insgesamt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>In all: {iterations}, {agents}, {files}, {findings}, {citations} of {places}.</source>
      <translation>Insgesamt: {iterations}, {agents}, {files}, {findings}, {citations} aus {places}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>In conflict</source>
      <translation>Im Widerspruch</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>In force</source>
      <translation>In Kraft</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Independent answers without critique, as it was set up.</source>
      <translation>Unabhängige Antworten ohne Kritik, wie es eingestellt war.</translation>
    </message>
    <message>
      <location filename="app/cli/agents/serving.py" />
      <source>Install it beside Roundtable: {python} -m pip install “mcp&gt;=2,&lt;3”.</source>
      <translation>Installieren Sie es neben Roundtable: {python} -m pip install „mcp&gt;=2,&lt;3“.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>Install it beside Roundtable: {python} -m pip install “{wanted}”.</source>
      <translation>Installieren Sie es neben Roundtable: {python} -m pip install „{wanted}“.</translation>
    </message>
    <message>
      <location filename="app/gateway/tools/source.py" />
      <source>Install it: pip install 'roundtable-desk[mcp]'</source>
      <translation>Installieren Sie ihn: pip install 'roundtable-desk[mcp]'</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Instructions</source>
      <translation>Anweisungen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Interrupted</source>
      <translation>Unterbrochen</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>It brings nothing that is not here already.</source>
      <translation>Es bringt nichts, was nicht schon hier ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>It can end here: {why}.</source>
      <translation>Es kann hier enden: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>It cannot be answered from these sources</source>
      <translation>Aus diesen Quellen lässt sie sich nicht beantworten</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>It cannot be taken back by itself: {files} changed since.</source>
      <translation>Für sich allein lässt es sich nicht zurücknehmen: {files} wurde seitdem geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because no member changed its answer any more.</source>
      <translation>Beendet, weil kein Mitglied seine Antwort mehr änderte.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because the figure asked for was reached.</source>
      <translation>Beendet, weil der verlangte Wert erreicht war.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because the last round brought no other answer for evidence or an error.</source>
      <translation>Sie endete, weil die letzte Runde keine andere Antwort wegen eines Belegs oder Fehlers brachte.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because the members had come to agree.</source>
      <translation>Beendet, weil die Mitglieder sich einig geworden waren.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because the members made minor changes only.</source>
      <translation>Beendet, weil die Mitglieder nur noch wenig änderten.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because the planned rounds were over.</source>
      <translation>Beendet, weil die geplanten Runden vorbei waren.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because the token budget was nearly used up.</source>
      <translation>Beendet, weil das Token-Budget fast aufgebraucht war.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It ended because too few answers were valid.</source>
      <translation>Beendet, weil zu wenige Antworten gültig waren.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>It has {count} values; the headings are {names}.</source>
      <translation>Sie hat {count} Werte; Überschriften gibt es {names}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>It is meant so, because …</source>
      <translation>Es ist so gemeint, weil …</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>It is meant so…</source>
      <translation>Es ist so gewollt…</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>It is no JSON object.</source>
      <translation>Das ist kein JSON-Objekt.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>It is no JSON: {why}.</source>
      <translation>Das ist kein JSON: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>It is no contradiction…</source>
      <translation>Es ist kein Widerspruch…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>It is no text, and is left as it is.</source>
      <translation>Es ist kein Text und bleibt, wie es ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>It is not a UTF-8 text, and is left as it is.</source>
      <translation>Es ist kein UTF-8-Text und bleibt, wie es ist.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>It is not changed. {why}</source>
      <translation>Es wird nicht geändert. {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>It is not reported again</source>
      <translation>Er wird nicht wieder gemeldet</translation>
    </message>
    <message>
      <location filename="app/services/trace_secrets.py" />
      <source>It is not set yet which collector wants which header.</source>
      <translation>Es ist noch nicht eingestellt, welcher Sammler welches Kopffeld verlangt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>It is part of the repository {outer}.</source>
      <translation>Er gehört zum Repository {outer}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>It is {part:.0f} % similar to cycle {n}; the next prompt asks for something new.</source>
      <translation>Sie ist Zyklus {n} zu {part:.0f} % ähnlich; der nächste Prompt verlangt etwas Neues.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>It reached its limit of tool calls and wrote no reflection.</source>
      <translation>Die Grenze der Werkzeugaufrufe wurde erreicht, und es gibt keine Reflexion.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>It reached its limit of {n} tool calls and wrote no reflection.</source>
      <translation>Die Grenze von {n} Werkzeugaufrufen wurde erreicht, und es gibt keine Reflexion.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>It should change.</source>
      <translation>Es soll sich ändern.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>It stands word for word in {where}.</source>
      <translation>Der Wortlaut steht in: {where}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>It still fits…</source>
      <translation>Es passt noch…</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>It takes {what}.</source>
      <translation>Möglich ist {what}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>It waits {n} minutes for an answer, then it goes on without one.</source>
      <translation>Es wartet {n} Minuten auf eine Antwort, dann geht es ohne weiter.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>It was cut off before its end</source>
      <translation>Vor dem Ende abgebrochen</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>It was decided on since, and nothing asks about it now.</source>
      <translation>Darüber wurde seitdem entschieden, und nichts fragt jetzt danach.</translation>
    </message>
    <message>
      <location filename="app/services/live.py" />
      <source>It was left untouched: keep a copy and restore it from a backup or an export.</source>
      <translation>Sie wurde nicht angerührt: Heben Sie eine Kopie auf und stellen Sie sie aus einer Sicherung oder einem Export wieder her.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>It was set up so:</source>
      <translation>So war es eingerichtet:</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Iteration</source>
      <translation>Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Iteration {n} cannot be taken back; these can: {l}.</source>
      <translation>Iteration {n} lässt sich nicht zurücknehmen; diese schon: {l}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Iteration {n} is ready: {hold} of {all} criteria hold.</source>
      <translation>Iteration {n} ist bereit: {hold} von {all} Kriterien sind erfüllt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Iteration {n} is to be taken back</source>
      <translation>Iteration {n} soll zurückgenommen werden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Iteration {n} was the last: {hold} of {all} criteria hold.</source>
      <translation>Iteration {n} war die letzte: {hold} von {all} Kriterien sind erfüllt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Iteration {n} · {level}</source>
      <translation>Iteration {n} · {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Iteration {n}, attempt {a} · {verdict}</source>
      <translation>Iteration {n}, Versuch {a} · {verdict}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Iteration {n}: all criteria hold.</source>
      <translation>Iteration {n}: Alle Kriterien sind erfüllt.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Iteration {n}: high confidence reached; it can end early.</source>
      <translation>Iteration {n}: hohe Verlässlichkeit erreicht; es kann früh enden.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Iteration {n}: {text}</source>
      <translation>Iteration {n}: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Iterations</source>
      <translation>Iterationen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Iterations at most</source>
      <translation>Iterationen höchstens</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>Its final answer:</source>
      <translation>Ihre Schlussantwort:</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Its id is longer than {most} characters.</source>
      <translation>Ihre id ist länger als {most} Zeichen.</translation>
    </message>
    <message>
      <location filename="app/engine/calling.py" />
      <source>Its last answer stands as it is.</source>
      <translation>Die letzte Antwort bleibt, wie sie ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>Its reason: {why}</source>
      <translation>Begründung der Jury: {why}</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Its server says: “{text}”</source>
      <translation>Sein Server sagt: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Its words were compared: {model} could not be asked. {why}</source>
      <translation>Verglichen wurden die Wörter: {model} konnte nicht gefragt werden. {why}</translation>
    </message>
    <message>
      <location filename="app/services/batches/cluster.py" />
      <source>Its workers died, again and again.</source>
      <translation>Ihre Worker starben immer wieder.</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>January</source>
      <translation>Januar</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>Judge</source>
      <translation>Jury</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Judge: the same text in both orders</source>
      <translation>Jury: derselbe Text in beiden Reihenfolgen</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>July</source>
      <translation>Juli</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>June</source>
      <translation>Juni</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Keep a history here</source>
      <translation>Den Verlauf hier aufheben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Keep all, mark stale</source>
      <translation>Alle behalten, als überholt markieren</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Keep every file below, marked as possibly stale</source>
      <translation>Jede Datei darunter behalten, als vielleicht überholt markiert</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Keep the newest line in sight</source>
      <translation>Die neueste Zeile in Sicht halten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Keep the newest message in sight</source>
      <translation>Die neueste Nachricht in Sicht halten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Keep the newest record in sight</source>
      <translation>Den neuesten Eintrag in Sicht halten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Kept what stands below</source>
      <translation>Behalten, was darunter steht</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Known without knowing the right answers. A judge that names another text when the order is turned decides by the order; without a liking for length the longer answer comes first in half of the pairs; of their own model critics see only those of other members.</source>
      <translation>Bekannt auch ohne die richtigen Antworten. Eine Jury, die bei umgekehrter Reihenfolge einen anderen Text nennt, entscheidet nach der Reihenfolge; ohne Vorliebe für Länge kommt die längere Antwort in der Hälfte der Paare zuerst; vom eigenen Modell sehen Kritiker nur Antworten anderer Mitglieder.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Last change</source>
      <translation>Letzte Änderung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Later changes stand in the way of taking it back: {files}</source>
      <translation>Spätere Änderungen stehen der Rücknahme im Weg: {files}</translation>
    </message>
    <message>
      <location filename="app/services/batches/making.py" />
      <source>Leave --baseline out: this workflow has none.</source>
      <translation>Lassen Sie --baseline weg: Dieser Ablauf hat keine.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Leave --format out: the schema is that of the JSON export.</source>
      <translation>Lassen Sie --format weg: Das Schema ist das des JSON-Exports.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Leave --json out and name one session, or write to a folder with -o.</source>
      <translation>Lassen Sie --json weg und nennen Sie eine Sitzung, oder schreiben Sie mit -o in einen Ordner.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Leave it</source>
      <translation>Lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Leave it as it is</source>
      <translation>Lassen, wie es ist</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Leave it out.</source>
      <translation>Lassen Sie es weg.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Leave it out: sessions of this kind use none.</source>
      <translation>Lassen Sie ihn weg: Solche Sitzungen brauchen keinen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>Leave it out; with “{here}” the jobs run on this machine.</source>
      <translation>Lassen Sie es weg; mit „{here}“ laufen die Jobs auf diesem Rechner.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Leave out</source>
      <translation>Weglassen</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Leave the column context out.</source>
      <translation>Lassen Sie die Spalte context weg.</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>Leave the gate to the person, in the window or with “roundtable resume”.</source>
      <translation>Überlassen Sie die Entscheidung dem Menschen, im Fenster oder mit „roundtable resume“.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>Leave the session out, or name that one.</source>
      <translation>Lassen Sie die Sitzung weg, oder nennen Sie diese.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Leave the session out: roundtable export --schema</source>
      <translation>Lassen Sie die Sitzung weg: roundtable export --schema</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>Leave the template out, or use another folder.</source>
      <translation>Lassen Sie die Vorlage weg, oder nehmen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Left an iteration as it is</source>
      <translation>Ließ eine Iteration, wie sie ist</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Left it as it is</source>
      <translation>Gelassen, wie es ist</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Left out by you</source>
      <translation>Von Ihnen weggelassen</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Left out calls that were cut off</source>
      <translation>Abgebrochene Aufrufe weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Left the agent's message without an answer</source>
      <translation>Die Nachricht des Agenten unbeantwortet gelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Left the folder alone</source>
      <translation>Den Ordner in Ruhe gelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Lengths</source>
      <translation>Längen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Let both stand</source>
      <translation>Beide gelten lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Let the first stand</source>
      <translation>Den ersten gelten lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Let the next cycle begin</source>
      <translation>Den nächsten Zyklus beginnen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Let the next iteration begin</source>
      <translation>Die nächste Iteration beginnen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Let the second stand</source>
      <translation>Den zweiten gelten lassen</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>Limit of {what}: {shown}</source>
      <translation>Grenze für {what}: {shown}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Limits</source>
      <translation>Grenzen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Limits of this answer</source>
      <translation>Grenzen dieser Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Lines changed</source>
      <translation>Geänderte Zeilen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Lines shown</source>
      <translation>Gezeigte Zeilen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Lines shown to a model</source>
      <translation>Zeilen, die ein Modell sah</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Lines: +{added} −{removed}</source>
      <translation>Zeilen: +{added} −{removed}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>List the files below that no longer fit, with the words that show it</source>
      <translation>Die Dateien darunter nennen, die nicht mehr passen, mit den Worten, die es zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Loaded: {names}</source>
      <translation>Geladen: {names}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Log</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Look at it with “git fsck”, or restore it from a copy.</source>
      <translation>Untersuchen Sie es mit „git fsck“, oder stellen Sie es aus einer Kopie wieder her.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/changes.py" />
      <source>Look at the changes again, and choose anew.</source>
      <translation>Sehen Sie sich die Änderungen noch einmal an und wählen Sie neu.</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>Look at the changes again, and decide anew.</source>
      <translation>Sehen Sie sich die Änderungen noch einmal an und entscheiden Sie neu.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Look at the folder again</source>
      <translation>Ordner neu ansehen</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>Look at the open gates with “roundtable gates {session}”.</source>
      <translation>Sehen Sie sich die offenen Haltepunkte an: „roundtable gates {session}“.</translation>
    </message>
    <message>
      <location filename="app/store/git_branch.py" />
      <source>Look at the repository with “git fsck”.</source>
      <translation>Untersuchen Sie das Repository mit „git fsck“.</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>Look at what was asked for with “roundtable ask {session}”.</source>
      <translation>Sehen Sie sich an, was verlangt wurde: „roundtable ask {session}“.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Look whether the disk is all right, and go on.</source>
      <translation>Sehen Sie nach, ob der Datenträger in Ordnung ist, und machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Looked at</source>
      <translation>Angesehen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Low</source>
      <translation>Niedrig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/standing.py" />
      <source>Major</source>
      <translation>Groß</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Major changes</source>
      <translation>Große Änderungen</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>Make its values shorter, or remove some; nothing was changed.</source>
      <translation>Kürzen Sie Werte darin oder entfernen Sie einige; geändert wurde nichts.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>Make the backup again, or name another file.</source>
      <translation>Machen Sie die Sicherung noch einmal, oder nennen Sie eine andere Datei.</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>March</source>
      <translation>März</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Mark at most {n} characters, or write feedback.</source>
      <translation>Markieren Sie höchstens {n} Zeichen, oder schreiben Sie eine Rückmeldung.</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>May</source>
      <translation>Mai</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>May sit out this round: {who}.</source>
      <translation>In dieser Runde können aussetzen: {who}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Mean confidence</source>
      <translation>Mittlere Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Medium</source>
      <translation>Mittel</translation>
    </message>
    <message>
      <location filename="app/export/marks.py" />
      <source>Member {n}</source>
      <translation>Mitglied {n}</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Member: {names}.</source>
      <translation>Mitglied: {names}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Members whose answer changed</source>
      <translation>Mitglieder, deren Antwort sich änderte</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Members: {names}.</source>
      <translation>Mitglieder: {names}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Memory</source>
      <translation>Gedächtnis</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>Memory at the end</source>
      <translation>Gedächtnis am Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Memory operations</source>
      <translation>Zugriffe auf das Gedächtnis</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Mend {n}: {about}</source>
      <translation>{n} berichtigen: {about}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Messages</source>
      <translation>Nachrichten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>Messages to the operator, and the answers</source>
      <translation>Nachrichten an den Betreuer und die Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>Messages to the operator: {n}.</source>
      <translation>Nachrichten an den Betreuer: {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Messages to you</source>
      <translation>Nachrichten an Sie</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Metrics</source>
      <translation>Messwerte</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/standing.py" />
      <source>Minor</source>
      <translation>Klein</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Minor changes</source>
      <translation>Kleine Änderungen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Minor changes only</source>
      <translation>Nur kleine Änderungen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Missing</source>
      <translation>Fehlt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Missing: {text}</source>
      <translation>Fehlt: {text}</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Model asked</source>
      <translation>Modell gefragt</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/standing.py" />
      <source>Moderate</source>
      <translation>Mittel</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Moderate changes</source>
      <translation>Mittlere Änderungen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>More than {most} rounds are rarely better, and cost more.</source>
      <translation>Mehr als {most} Runden sind selten besser und kosten mehr.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Most answers</source>
      <translation>Die meisten Antworten</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Move it out of the folder of sessions, then try again.</source>
      <translation>Verschieben Sie es aus dem Ordner der Sitzungen und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Move the folder of sessions to a shorter path, or name one with ROUNDTABLE_DATA_DIR.</source>
      <translation>Verschieben Sie den Ordner der Sitzungen an einen kürzeren Pfad, oder nennen Sie einen mit ROUNDTABLE_DATA_DIR.</translation>
    </message>
    <message>
      <location filename="app/export/changes.py" />
      <source>Moved and changed:</source>
      <translation>Verschoben und geändert:</translation>
    </message>
    <message>
      <location filename="app/export/html_text.py" />
      <source>Moved here</source>
      <translation>Hierher verschoben</translation>
    </message>
    <message>
      <location filename="app/export/html_text.py" />
      <source>Moved here and changed</source>
      <translation>Hierher verschoben und geändert</translation>
    </message>
    <message>
      <location filename="app/export/changes.py" />
      <source>Moved:</source>
      <translation>Verschoben:</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Moved: “{new}”</source>
      <translation>Verschoben: „{new}“</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>Must-have {mark}: {text}</source>
      <translation>Muss-Punkt {mark}: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Must-haves</source>
      <translation>Muss-Punkte</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>Name a file by its path in the folder.</source>
      <translation>Nennen Sie eine Datei mit ihrem Pfad in dem Ordner.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>Name a file in it, or another one.</source>
      <translation>Nennen Sie eine Datei darin oder eine andere.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Name a file with -o.</source>
      <translation>Nennen Sie mit -o eine Datei.</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>Name a file, not a folder, a pipe or a device.</source>
      <translation>Nennen Sie eine Datei, keinen Ordner, keine Pipe und kein Gerät.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>Name a file, or print to standard output with -o - where the command can.</source>
      <translation>Nennen Sie eine Datei, oder geben Sie mit -o - auf der Standardausgabe aus, wo der Befehl das kann.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>Name a folder that is not there yet.</source>
      <translation>Nennen Sie einen Ordner, den es noch nicht gibt.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Name a folder with -o.</source>
      <translation>Nennen Sie mit -o einen Ordner.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Name a folder, or a file: /open PATH</source>
      <translation>Nennen Sie einen Ordner oder eine Datei: /open PFAD</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/door.py" />
      <source>Name a level to have it written, or say in the feedback what should change.</source>
      <translation>Nennen Sie eine Ebene, die geschrieben werden soll, oder sagen Sie in der Rückmeldung, was sich ändern soll.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Name a level: {command} {names}</source>
      <translation>Nennen Sie eine Ebene: {command} {names}</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>Name a new folder.</source>
      <translation>Nennen Sie einen neuen Ordner.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>Name a new one: a backup never replaces another.</source>
      <translation>Nennen Sie eine neue: Eine Sicherung ersetzt nie eine andere.</translation>
    </message>
    <message>
      <location filename="app/cli/tool_servers.py" />
      <source>Name a variable that has it: roundtable tools add --secret {secret}=VARIABLE {name} …</source>
      <translation>Nennen Sie eine Variable, die es enthält: roundtable tools add --secret {secret}=VARIABLE {name} …</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>Name another folder, or run that batch's own table.</source>
      <translation>Nennen Sie einen anderen Ordner, oder führen Sie die Tabelle dieses Stapels aus.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>Name another folder.</source>
      <translation>Nennen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>Name another one.</source>
      <translation>Nennen Sie einen anderen.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Name both, such as: roundtable export SESSION -o report.md</source>
      <translation>Nennen Sie beides, zum Beispiel: roundtable export SITZUNG -o bericht.md</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>Name it: roundtable config servers HOST:PORT --remove.</source>
      <translation>Nennen Sie ihn: roundtable config servers HOST:PORT --remove.</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>Name it: roundtable config {name} NAME --secret.</source>
      <translation>Nennen Sie es: roundtable config {name} NAME --secret.</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>Name one and start again.</source>
      <translation>Nennen Sie einen und starten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>Name one of the files in it.</source>
      <translation>Nennen Sie eine der Dateien darin.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>Name one of these in it: {names}.</source>
      <translation>Nennen Sie darin eine von diesen: {names}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/templates.py" />
      <source>Name one of these: {names}.</source>
      <translation>Nennen Sie eine von diesen: {names}.</translation>
    </message>
    <message>
      <location filename="app/store/source_folder.py" />
      <source>Name one or more words.</source>
      <translation>Nennen Sie ein oder mehrere Wörter.</translation>
    </message>
    <message>
      <location filename="app/cli/agents/allowing.py" />
      <source>Name the agent, as it calls itself: --agent NAME.</source>
      <translation>Nennen Sie den Agenten, wie er sich selbst nennt: --agent NAME.</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>Name the file itself, by its path in the folder.</source>
      <translation>Nennen Sie die Datei selbst, mit ihrem Pfad in dem Ordner.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>Name the folder in it that matters, or single files.</source>
      <translation>Nennen Sie den Ordner darin, auf den es ankommt, oder einzelne Dateien.</translation>
    </message>
    <message>
      <location filename="app/store/folders.py" />
      <source>Name the folder it lies in.</source>
      <translation>Nennen Sie den Ordner, in dem sie liegt.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>Name the one that the batch was run with.</source>
      <translation>Nennen Sie den, mit dem der Stapel ausgeführt wurde.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>Name the session: roundtable import FILE --session SESSION</source>
      <translation>Nennen Sie die Sitzung: roundtable import DATEI --session SITZUNG</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Named by</source>
      <translation>Genannt von</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Narrowed by</source>
      <translation>Eingeschränkt durch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Narrows</source>
      <translation>Schränkt ein</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/door.py" />
      <source>Neither a level nor a change is named: there is nothing to do.</source>
      <translation>Es ist weder eine Ebene noch eine Änderung genannt: Es gibt nichts zu tun.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Never</source>
      <translation>Nie</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>New files</source>
      <translation>Neue Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>New findings</source>
      <translation>Neue Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/report.py" />
      <source>New texts</source>
      <translation>Neue Texte</translation>
    </message>
    <message>
      <location filename="app/export/changes.py" />
      <source>New:</source>
      <translation>Neu:</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>New: {text}</source>
      <translation>Neu: {text}</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>New: “{new}”</source>
      <translation>Neu: „{new}“</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Newer reflection</source>
      <translation>Neuere Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Next cycle</source>
      <translation>Nächster Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>Next: {say}, or write {title} (/generate {level}, or --generate {level}).</source>
      <translation>Als Nächstes: {say}, oder schreiben Sie {title} (/generate {level}, oder --generate {level}).</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>Next: {say}; /status tells where it stands.</source>
      <translation>Als Nächstes: {say}; /status sagt, wie es steht.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>No AI took part: the offline council works by rules.</source>
      <translation>Keine KI war beteiligt: Der Offline-Rat arbeitet nach Regeln.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>No Dask scheduler answers at {address}: {why}.</source>
      <translation>Unter {address} antwortet kein Dask-Scheduler: {why}.</translation>
    </message>
    <message>
      <location filename="app/cli/agents/allowing.py" />
      <source>No agent began the session {session}.</source>
      <translation>Die Sitzung {session} hat kein Agent begonnen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>No agent has a task yet.</source>
      <translation>Noch hat kein Agent eine Aufgabe.</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>No agent may do this: it changes a limit or which models are asked.</source>
      <translation>Das darf kein Agent: Es ändert eine Grenze oder welche Modelle gefragt werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>No answer</source>
      <translation>Keine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>No answer was given.</source>
      <translation>Es kam keine Antwort.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>No contradiction</source>
      <translation>Kein Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>No cycle is over yet.</source>
      <translation>Noch ist kein Zyklus vorbei.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>No difference to the vote can be told from these questions.</source>
      <translation>Aus diesen Fragen lässt sich kein Unterschied zur Abstimmung ablesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>No file is left to study. Name files, or leave out less.</source>
      <translation>Es bleibt keine Datei zu untersuchen. Nennen Sie Dateien, oder lassen Sie weniger weg.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>No file is named that was edited.</source>
      <translation>Es ist keine bearbeitete Datei genannt.</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>No file is named.</source>
      <translation>Es ist keine Datei genannt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>No file passes the filters.</source>
      <translation>Keine Datei passt zu den Filtern.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>No file was looked at yet.</source>
      <translation>Noch wurde keine Datei angesehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>No findings contradict each other.</source>
      <translation>Keine Befunde widersprechen sich.</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>No folder is named ({name}).</source>
      <translation>Es ist kein Ordner genannt ({name}).</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>No gap is known yet.</source>
      <translation>Noch ist keine Lücke bekannt.</translation>
    </message>
    <message>
      <location filename="app/cli/person_commands.py" />
      <source>No gate is open in this session; nothing can be asked for.</source>
      <translation>In dieser Sitzung ist kein Haltepunkt offen; es lässt sich nichts verlangen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>No iteration yet.</source>
      <translation>Noch keine Iteration.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>No judge could be asked or understood: the decision is yours.</source>
      <translation>Keine Jury konnte gefragt oder verstanden werden: Sie entscheiden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>No level is chosen yet. Generate one first: /generate {level}</source>
      <translation>Noch ist keine Ebene gewählt. Erzeugen Sie erst eine: /generate {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>No level is chosen yet. Generate one first: /generate {names}</source>
      <translation>Noch ist keine Ebene gewählt. Erzeugen Sie erst eine: /generate {names}</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>No limit of {what} any more</source>
      <translation>Keine Grenze mehr für {what}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>No longer fits {n} · {file}</source>
      <translation>Passt nicht mehr {n} · {file}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>No longer in the files: {text}</source>
      <translation>Nicht mehr in den Dateien: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>No member changed its answer</source>
      <translation>Kein Mitglied änderte seine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>No member of this round is called “{seat}”.</source>
      <translation>In dieser Runde heißt kein Mitglied „{seat}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>No model could explain this change; the figures and the text itself tell it.</source>
      <translation>Kein Modell konnte diese Änderung erklären; die Zahlen und der Text selbst zeigen sie.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>No note contains that.</source>
      <translation>Keine Notiz enthält das.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>No provider is connected for the model “{model}”.</source>
      <translation>Für das Modell „{model}“ ist kein Anbieter verbunden.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>No reason was given.</source>
      <translation>Es wurde keine Begründung gegeben.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>No reflection</source>
      <translation>Keine Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>No reflection.</source>
      <translation>Keine Reflexion.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>No reply.</source>
      <translation>Keine Erwiderung.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>No result from {agents}; their gaps stay open.</source>
      <translation>Kein Ergebnis von {agents}; deren Lücken bleiben offen.</translation>
    </message>
    <message>
      <location filename="app/cli/batches.py" />
      <source>No row of this table can be used.</source>
      <translation>Keine Zeile dieser Tabelle lässt sich verwenden.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>No session is finished yet.</source>
      <translation>Noch keine Sitzung ist abgeschlossen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>No summary was written.</source>
      <translation>Es wurde keine Zusammenfassung geschrieben.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>No text contains that.</source>
      <translation>Kein Text enthält das.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>No text fits</source>
      <translation>Kein Text passt</translation>
    </message>
    <message>
      <location filename="app/store/source_folder.py" />
      <source>No text is named to search for.</source>
      <translation>Es ist kein Text genannt, nach dem gesucht werden soll.</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>No text yet</source>
      <translation>Noch kein Text</translation>
    </message>
    <message>
      <location filename="app/domain/item_verbs.py" />
      <source>No uncertain call is called “{key}”.</source>
      <translation>Kein unklarer Aufruf heißt „{key}“.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>No verdict yet</source>
      <translation>Noch kein Urteil</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>No words are marked.</source>
      <translation>Es sind keine Wörter markiert.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>No.</source>
      <translation>Nr.</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>Nobody answers marks in this kind of session.</source>
      <translation>In einer solchen Sitzung antwortet niemand auf Markierungen.</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>Nobody at the table is called “{seat}”.</source>
      <translation>Am Tisch heißt niemand „{seat}“.</translation>
    </message>
    <message>
      <location filename="app/engine/added_seats.py" />
      <source>Nobody can be added to the table of a session of this kind.</source>
      <translation>An den Tisch einer solchen Sitzung kann niemand hinzukommen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>Nobody has looked yet for what speaks against this finding.</source>
      <translation>Noch hat niemand gesucht, was gegen diesen Befund spricht.</translation>
    </message>
    <message>
      <location filename="app/engine/context.py" />
      <source>Nobody sits at this table who could do the next step: the session was changed.</source>
      <translation>An diesem Tisch sitzt niemand, der den nächsten Schritt tun könnte: Die Sitzung wurde geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Nobody turned for evidence or an error</source>
      <translation>Niemand änderte die Antwort wegen eines Belegs oder Fehlers</translation>
    </message>
    <message>
      <location filename="app/engine/added_seats.py" />
      <source>Nobody was added: {why}.</source>
      <translation>Niemand kam hinzu: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/asking.py" />
      <source>None of the options fits.</source>
      <translation>Keine der Möglichkeiten passt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>None yet.</source>
      <translation>Noch keine.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>None.</source>
      <translation>Keine.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>None: all are met.</source>
      <translation>Keine: Alle sind erfüllt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/asking.py" />
      <source>Not answered.</source>
      <translation>Nicht beantwortet.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Not approved for you: {why}.</source>
      <translation>Nicht für Sie freigegeben: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Not found</source>
      <translation>Nicht gefunden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Not read, for no reply could be understood: {files}.</source>
      <translation>Nicht gelesen, weil keine Antwort zu verstehen war: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Not shown to any model: {what}.</source>
      <translation>Kein Modell bekommt zu sehen: {what}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Not stated</source>
      <translation>Nicht angegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Not stated: the chair's reply had no readable structure.</source>
      <translation>Nicht angegeben: Die Antwort des Vorsitzes hatte keinen lesbaren Aufbau.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/asking.py" />
      <source>Not sure: assume something sensible and say so.</source>
      <translation>Nicht sicher: Nehmen Sie etwas Sinnvolles an und sagen Sie es.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Not yet: {what}.</source>
      <translation>Noch nicht: {what}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Note</source>
      <translation>Notiz</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Note for the next iteration</source>
      <translation>Notiz für die nächste Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>Noted</source>
      <translation>Notiert</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Notes in the memory</source>
      <translation>Notizen im Gedächtnis</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Nothing changed</source>
      <translation>Nichts hat sich geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Nothing changed yet.</source>
      <translation>Noch nichts geändert.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Nothing had arrived.</source>
      <translation>Es war nichts angekommen.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Nothing happened in it yet.</source>
      <translation>Bisher ist darin nichts geschehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/reading_nodes.py" />
      <source>Nothing has changed in the folder since it was read.</source>
      <translation>Im Ordner hat sich nichts geändert, seit er gelesen wurde.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Nothing in the folder changes before you accept.</source>
      <translation>In dem Ordner ändert sich nichts, bevor Sie annehmen.</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>Nothing is called “{name}” here that could be asked for.</source>
      <translation>Nichts, was „{name}“ heißt, lässt sich hier verlangen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Nothing is chosen. Name files or changes, or reject it.</source>
      <translation>Nichts ist gewählt. Nennen Sie Dateien oder Änderungen, oder lehnen Sie ab.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Nothing is disputed.</source>
      <translation>Nichts ist strittig.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Nothing is lost by that: the history and its commits stay as they are.</source>
      <translation>Dabei geht nichts verloren: Der Verlauf und seine Commits bleiben, wie sie sind.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Nothing is running in this session here.</source>
      <translation>In dieser Sitzung läuft hier nichts.</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>Nothing is set under the name “{name}”.</source>
      <translation>Unter dem Namen „{name}“ lässt sich nichts einstellen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Nothing is told of it yet.</source>
      <translation>Dazu ist noch nichts gesagt.</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Nothing is written yet.</source>
      <translation>Noch ist nichts geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Nothing is written yet. Write the first level, or open a folder that has one.</source>
      <translation>Noch ist nichts geschrieben. Schreiben Sie die erste Ebene, oder öffnen Sie einen Ordner, der eine hat.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Nothing leaves this machine: the models run here. It has {files} files, {tokens} tokens.</source>
      <translation>Nichts verlässt diesen Rechner: Die Modelle laufen hier. Es sind {files} Dateien, {tokens} Token.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Nothing new was found; 1 found before still stands.</source>
      <translation>Nichts Neues gefunden; 1 früher Gefundenes besteht noch.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Nothing new was found; {n} found before still stand.</source>
      <translation>Nichts Neues gefunden; {n} früher gefundene bestehen noch.</translation>
    </message>
    <message>
      <location filename="app/services/person_commands.py" />
      <source>Nothing of that number is under way here.</source>
      <translation>Unter dieser Nummer ist hier nichts im Gang.</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Nothing passes the filters.</source>
      <translation>Nichts passt zu den Filtern.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Nothing stands below</source>
      <translation>Darunter steht nichts</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>Nothing stands in the way of {asked}.</source>
      <translation>{asked} steht nichts im Weg.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/door.py" />
      <source>Nothing was asked for in this draft yet.</source>
      <translation>In diesem Entwurf wurde noch nichts verlangt.</translation>
    </message>
    <message>
      <location filename="app/services/person_commands.py" />
      <source>Nothing was asked for under the number {asked}.</source>
      <translation>Unter der Nummer {asked} wurde nichts verlangt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>Nothing was changed.</source>
      <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Nothing was decided or written.</source>
      <translation>Nichts wurde entschieden oder geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/reading_nodes.py" />
      <source>Nothing was edited outside since the newest commit.</source>
      <translation>Seit dem letzten Commit wurde außerhalb nichts bearbeitet.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Nothing was found yet.</source>
      <translation>Noch wurde nichts gefunden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Nothing was found.</source>
      <translation>Es wurde nichts gefunden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Nothing was looked for yet. Ask for “Check continuity” where you are asked.</source>
      <translation>Noch wurde nach nichts gesucht. Verlangen Sie „Stimmigkeit prüfen“, wo Sie gefragt werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Nothing was named.</source>
      <translation>Nichts wurde genannt.</translation>
    </message>
    <message>
      <location filename="app/services/library.py" />
      <source>Nothing was recorded in the session {session}.</source>
      <translation>In der Sitzung {session} wurde nichts aufgezeichnet.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Nothing was started and nothing was sent.</source>
      <translation>Nichts wurde gestartet und nichts gesendet.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Nothing was written yet.</source>
      <translation>Noch wurde nichts geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Nothing was written: {files} changed outside</source>
      <translation>Nichts wurde geschrieben: {files} wurde außerhalb geändert</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Nothing yet.</source>
      <translation>Noch nichts.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Novel</source>
      <translation>Roman</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Novel: premise, treatment, chapters, prose</source>
      <translation>Roman: Prämisse, Exposé, Kapitel, Prosa</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>November</source>
      <translation>November</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>October</source>
      <translation>Oktober</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Of the change that went out: {what}.</source>
      <translation>Von der Änderung, die hinausging: {what}.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Of the session it was copied from, not charged again</source>
      <translation>Aus der kopierten Sitzung, nicht noch einmal berechnet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Of those that hold, in files that have changed since: {n}.</source>
      <translation>Davon in Dateien, die sich seither geändert haben: {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Of {below}, {n} places no longer fit</source>
      <translation>Von {below} passen {n} Stellen nicht mehr</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Of {n} changes that went out: {what}.</source>
      <translation>Von {n} Änderungen, die hinausgingen: {what}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>Of {who}, {n} may sit out this round.</source>
      <translation>Von {who} können in dieser Runde {n} aussetzen.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Offered: {options}</source>
      <translation>Zur Wahl: {options}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Older reflection</source>
      <translation>Ältere Reflexion</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>On {quote}.</source>
      <translation>Zu {quote}.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>On “{quote}”.</source>
      <translation>Zu „{quote}“.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>On “{words}”: {said}</source>
      <translation>Zu „{words}“: {said}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>One answer alone has none to be compared with.</source>
      <translation>Eine einzige Antwort hat keine, mit der sie sich vergleichen ließe.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>One answer each, without critique, as it was set up.</source>
      <translation>Je eine Antwort, ohne Kritik, wie eingerichtet.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>One per line: Who pays? The employer.</source>
      <translation>Eine je Zeile: Wer zahlt? Der Arbeitgeber.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Only a passage…</source>
      <translation>Nur eine Stelle…</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>Only a person decides which tools run on this machine.</source>
      <translation>Welche Werkzeuge auf diesem Rechner laufen, entscheidet nur ein Mensch.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Only in this state</source>
      <translation>Nur in diesem Stand</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Only its beginning was read: the rest took too long.</source>
      <translation>Nur der Anfang wurde gelesen: Der Rest hat zu lange gedauert.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Only its first {limit} million characters were read.</source>
      <translation>Nur die ersten {limit} Millionen Zeichen wurden gelesen.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Only its first {read} of {all} pages were read: the others took too long.</source>
      <translation>Nur die ersten {read} von {all} Seiten wurden gelesen: Die anderen haben zu lange gedauert.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Only its first {read} of {all} pages were read: they hold too much text.</source>
      <translation>Nur die ersten {read} von {all} Seiten wurden gelesen: Sie enthalten zu viel Text.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Only one says</source>
      <translation>Das sagt nur einer</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>Only the person can allow it: at the gate in the window, or with “roundtable allow {session}”. Until then the gate waits for the person.</source>
      <translation>Nur die Person kann es erlauben: bei der Entscheidung im Fenster oder mit „roundtable allow {session}“. Bis dahin wartet die Entscheidung auf die Person.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Only this category</source>
      <translation>Nur diese Art</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Only this severity</source>
      <translation>Nur diese Schwere</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Open</source>
      <translation>Offen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>Open it again</source>
      <translation>Wieder öffnen</translation>
    </message>
    <message>
      <location filename="app/store/journal.py" />
      <source>Open it again.</source>
      <translation>Öffnen Sie sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Open questions</source>
      <translation>Offene Fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>Open the folder in place of the file.</source>
      <translation>Öffnen Sie den Ordner statt der Datei.</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>Open the session with the version of Roundtable that wrote it, or a newer one.</source>
      <translation>Öffnen Sie die Sitzung mit der Version von Roundtable, die sie geschrieben hat, oder einer neueren.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Oracle</source>
      <translation>Orakel</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Other</source>
      <translation>Anderes</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Other questions, other files, or files left out from now on</source>
      <translation>Andere Fragen, andere Dateien, oder Dateien, die ab jetzt wegbleiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Outline</source>
      <translation>Gliederung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>Outside the marked words of {file} not a character changed.</source>
      <translation>Außerhalb der markierten Worte von {file} hat sich kein Zeichen geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Overall impact</source>
      <translation>Wirkung insgesamt</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>Pack it with “git gc”, then go on.</source>
      <translation>Packen Sie es mit „git gc“, dann machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Paused</source>
      <translation>Pausiert</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Pictures in it are not taken in: a text cannot hold them.</source>
      <translation>Bilder darin werden nicht übernommen: Ein Text kann keine enthalten.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Plan</source>
      <translation>Plan</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Point by point</source>
      <translation>Punkt für Punkt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Points of integration nobody traced</source>
      <translation>Berührungspunkte, denen niemand nachging</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Premise</source>
      <translation>Prämisse</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>Price unknown · {time}</source>
      <translation>Preis unbekannt · {time}</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>Prices come from a table that may be out of date; the provider's bill counts.</source>
      <translation>Die Preise stammen aus einer Tabelle, die veraltet sein kann; es gilt die Rechnung des Anbieters.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Print it into a new PDF and choose that.</source>
      <translation>Drucken Sie es in ein neues PDF und wählen Sie dieses.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Project: {name} ({kind})</source>
      <translation>Projekt: {name} ({kind})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Prose</source>
      <translation>Prosa</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Put a model with a larger context in the seat, or shorten the material.</source>
      <translation>Setzen Sie ein Modell mit größerem Kontext auf den Platz, oder kürzen Sie das Material.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>Put a value that holds a “{sign}” into quotation marks.</source>
      <translation>Setzen Sie einen Wert, der ein „{sign}“ enthält, in Anführungszeichen.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Put another model in the seat.</source>
      <translation>Setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Put changes of one text and changes of another together</source>
      <translation>Änderungen des einen mit Änderungen eines anderen verbinden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/scoping.py" />
      <source>Put files there, or start again with another folder.</source>
      <translation>Legen Sie Dateien hinein, oder beginnen Sie mit einem anderen Ordner.</translation>
    </message>
    <message>
      <location filename="app/store/journal.py" />
      <source>Put it back, then resume; what was saved up to then is in it.</source>
      <translation>Legen Sie sie zurück und setzen Sie die Sitzung fort; was bis dahin gespeichert war, steht darin.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Put parts of several texts together</source>
      <translation>Teile mehrerer Texte verbunden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Puts on the clipboard what to ask for, so that it is mended</source>
      <translation>Legt in die Zwischenablage, was zu verlangen ist, damit es berichtigt wird</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Quality of the best answer, by the judge</source>
      <translation>Güte der besten Antwort, laut Jury</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>Question</source>
      <translation>Frage</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Questions</source>
      <translation>Fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>Questions before the first round</source>
      <translation>Fragen vor der ersten Runde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>Questions that are open</source>
      <translation>Offene Fragen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Questions to the person</source>
      <translation>Fragen an die Person</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Questions to you</source>
      <translation>Fragen an Sie</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Raise the limit…</source>
      <translation>Grenze erhöhen…</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Raise the longest answer, or put another model in the seat.</source>
      <translation>Erlauben Sie längere Antworten, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Raised the limit</source>
      <translation>Grenze erhöht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Ranking</source>
      <translation>Rangfolge</translation>
    </message>
    <message>
      <location filename="app/store/source_folder.py" />
      <source>Read a file that is listed.</source>
      <translation>Lesen Sie eine Datei, die aufgeführt ist.</translation>
    </message>
    <message>
      <location filename="app/store/source_texts.py" />
      <source>Read a text file.</source>
      <translation>Lesen Sie eine Textdatei.</translation>
    </message>
    <message>
      <location filename="app/store/source_folder.py" />
      <source>Read another file.</source>
      <translation>Lesen Sie eine andere Datei.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Read by</source>
      <translation>Gelesen von</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Record {place} asks “{seat}”, who has no place there.</source>
      <translation>Eintrag {place} fragt „{seat}“, und dort hat niemand diesen Platz.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>Record {place} does not have the fields of a record.</source>
      <translation>Der Datensatz {place} hat nicht die Felder eines Datensatzes.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Record {place} ends a call that was not open.</source>
      <translation>Der Datensatz {place} beendet einen Aufruf, der nicht offen war.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>Record {place} has no sound number in “{field}”.</source>
      <translation>Der Datensatz {place} hat in „{field}“ keine gültige Zahl.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>Record {place} has no type or no body.</source>
      <translation>Der Datensatz {place} hat keine Art oder keinen Inhalt.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>Record {place} has the number {seq}: records are missing or out of order.</source>
      <translation>Der Datensatz {place} hat die Nummer {seq}: Datensätze fehlen oder sind in falscher Reihenfolge.</translation>
    </message>
    <message>
      <location filename="app/domain/fact_base.py" />
      <source>Record {seq} ({type}) of {file} is not sound.</source>
      <translation>Der Datensatz {seq} ({type}) von {file} ist nicht in Ordnung.</translation>
    </message>
    <message>
      <location filename="app/services/live.py" />
      <source>Record {seq} of {file} does not fit the ones before it.</source>
      <translation>Der Datensatz {seq} von {file} passt nicht zu denen davor.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Records</source>
      <translation>Datensätze</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Redo this cycle…</source>
      <translation>Diesen Zyklus wiederholen…</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Refinements that changed the text</source>
      <translation>Überarbeitungen, die den Text änderten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>Reflection</source>
      <translation>Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Reflection: {text}</source>
      <translation>Reflexion: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Reflections</source>
      <translation>Reflexionen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>Reflections are compared by their meaning</source>
      <translation>Reflexionen werden nach ihrer Bedeutung verglichen</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Refuse</source>
      <translation>Ablehnen</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Refused a tool</source>
      <translation>Ein Werkzeug abgelehnt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Reject</source>
      <translation>Ablehnen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Reject with feedback…</source>
      <translation>Mit Rückmeldung ablehnen…</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Rejected the attempt</source>
      <translation>Den Versuch abgelehnt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Rejected the new text</source>
      <translation>Den neuen Text abgelehnt</translation>
    </message>
    <message>
      <location filename="app/export/changes.py" />
      <source>Removed:</source>
      <translation>Gestrichen:</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Removed: “{old}”</source>
      <translation>Entfernt: „{old}“</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>Rename one of them.</source>
      <translation>Benennen Sie eine davon um.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Reply…</source>
      <translation>Antworten…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Report</source>
      <translation>Bericht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Report: outline, sections, full text</source>
      <translation>Bericht: Gliederung, Abschnitte, Volltext</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Research</source>
      <translation>Recherche</translation>
    </message>
    <message>
      <location filename="app/store/journal.py" />
      <source>Restore it, or delete the session from the library.</source>
      <translation>Stellen Sie sie wieder her, oder löschen Sie die Sitzung in der Bibliothek.</translation>
    </message>
    <message>
      <location filename="app/domain/fact_base.py" />
      <source>Restore the session from a backup or an export; its file was left untouched.</source>
      <translation>Stellen Sie die Sitzung aus einer Sicherung oder einem Export wieder her; ihre Datei wurde nicht angerührt.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Retry</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Retry, or put another model in the seat.</source>
      <translation>Versuchen Sie es noch einmal, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Retry, raise the time limit, or put another model in the seat.</source>
      <translation>Versuchen Sie es noch einmal, erhöhen Sie die Zeitgrenze, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Retry; if it happens again, run roundtable doctor.</source>
      <translation>Versuchen Sie es noch einmal; geschieht es wieder, starten Sie „roundtable doctor“.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Retry; where the length was the limit, raise the longest answer.</source>
      <translation>Versuchen Sie es noch einmal; lag es an der Länge, erlauben Sie längere Antworten.</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>Revised answers</source>
      <translation>Überarbeitete Antworten</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Right</source>
      <translation>Richtig</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Right answers by round</source>
      <translation>Richtige Antworten nach Runden</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Right results by price</source>
      <translation>Richtige Ergebnisse nach Preis</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Risks</source>
      <translation>Risiken</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Role</source>
      <translation>Rolle</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>Round</source>
      <translation>Runde</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Round limit reached</source>
      <translation>Rundengrenze erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Round {n}</source>
      <translation>Runde {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>Round {n}, average rank: {ranking}</source>
      <translation>Runde {n}, mittlerer Rang: {ranking}</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Rounds accepted</source>
      <translation>Angenommene Runden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>Rounds and their end</source>
      <translation>Runden und ihr Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Rounds at most</source>
      <translation>Runden höchstens</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Rule</source>
      <translation>Regel</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Run</source>
      <translation>Lauf</translation>
    </message>
    <message>
      <location filename="app/ui/session/tabs.py" />
      <source>Run map</source>
      <translation>Ablaufkarte</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Run roundtable doctor.</source>
      <translation>Starten Sie „roundtable doctor“.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Run text recognition over it first, then choose it again.</source>
      <translation>Lassen Sie erst eine Texterkennung darüber laufen und wählen Sie es dann noch einmal.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>Run the batch without --cells: it begins its workers itself.</source>
      <translation>Starten Sie den Stapel ohne --cells: Er beginnt seine Worker selbst.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>Run the batch's table again with this folder: it is written anew, nothing is lost.</source>
      <translation>Starten Sie die Tabelle des Stapels noch einmal mit diesem Ordner: Die Datei wird neu geschrieben, nichts geht verloren.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>Run this where jobs are submitted, or use --executor local or dask.</source>
      <translation>Starten Sie dies dort, wo Jobs abgeschickt werden, oder nehmen Sie --executor local oder dask.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>Run {run}, model {model}.</source>
      <translation>Lauf {run}, Modell {model}.</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Runs: {where}</source>
      <translation>Läuft: {where}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Said that a contradiction is meant so</source>
      <translation>Gesagt, dass ein Widerspruch so gewollt ist</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Said that a level still fits</source>
      <translation>Gesagt, dass eine Ebene noch passt</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Save a copy without one and choose that.</source>
      <translation>Speichern Sie eine Kopie ohne Passwort und wählen Sie diese.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>Save it as UTF-8 and try again.</source>
      <translation>Speichern Sie sie als UTF-8 und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>Save it as UTF-8, PDF or DOCX and choose it again.</source>
      <translation>Speichern Sie es als UTF-8, PDF oder DOCX und wählen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Save it as a file, and name that in the column context.</source>
      <translation>Speichern Sie ihn als Datei und nennen Sie diese in der Spalte context.</translation>
    </message>
    <message>
      <location filename="app/cli/returning.py" />
      <source>Save it as “Word 2007–365 (.docx)”, and import that file.</source>
      <translation>Speichern Sie es als „Word 2007–365 (.docx)“ und importieren Sie diese Datei.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>Save it from a spreadsheet as “CSV UTF-8”, or write it as JSONL.</source>
      <translation>Speichern Sie sie aus der Tabellenkalkulation als „CSV UTF-8“ oder schreiben Sie sie als JSONL.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Save its text as a file and choose that.</source>
      <translation>Speichern Sie den Text als Datei und wählen Sie diese.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>Save the table as “CSV UTF-8”.</source>
      <translation>Speichern Sie die Tabelle als „CSV UTF-8“.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>Save what it gives as a file, and name that.</source>
      <translation>Speichern Sie als Datei, was sie liefert, und nennen Sie diese.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>Saved as {sha}; {said}.</source>
      <translation>Gesichert als {sha}; {said}.</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Say in a few words what should change.</source>
      <translation>Sagen Sie in wenigen Worten, was sich ändern soll.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Say in a note to {question} what fits better.</source>
      <translation>Sagen Sie in einer Notiz zu {question}, was besser passt.</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>Say why in a few words.</source>
      <translation>Sagen Sie in wenigen Worten, warum.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Say why it is meant so: /intended {n} WHY</source>
      <translation>Sagen Sie, warum es so gemeint ist: /intended {n} GRUND</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Says</source>
      <translation>Sagt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Search the files</source>
      <translation>Die Dateien durchsuchen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Search the findings</source>
      <translation>Die Befunde durchsuchen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Search the log</source>
      <translation>Das Protokoll durchsuchen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Search the memory</source>
      <translation>Das Gedächtnis durchsuchen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>Search the texts</source>
      <translation>Die Texte durchsuchen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Seat</source>
      <translation>Platz</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>Second stands</source>
      <translation>Der zweite gilt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Sections</source>
      <translation>Abschnitte</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>See also</source>
      <translation>Siehe auch</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>See that its folder is there, has room and lets you write, then try again.</source>
      <translation>Sorgen Sie dafür, dass es ihren Ordner gibt, dass dort Platz ist und Sie schreiben dürfen, dann versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/services/batches/cells.py" />
      <source>See that its table, its teams and its version are the same everywhere.</source>
      <translation>Sorgen Sie dafür, dass Tabelle, Teams und Version überall dieselben sind.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>See that the batch's folder is there and lets you write; run the batch again.</source>
      <translation>Sehen Sie nach, ob der Ordner des Stapels da ist und Sie dort schreiben dürfen; starten Sie den Stapel dann erneut.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>See that the file is there and that you may read its folder.</source>
      <translation>Sorgen Sie dafür, dass die Datei da ist und Sie ihren Ordner lesen dürfen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>See what was edited outside</source>
      <translation>Sehen, was außerhalb bearbeitet wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>See what was edited outside, with figures and words, before it is committed</source>
      <translation>Mit Zahlen und Worten sehen, was außerhalb bearbeitet wurde, bevor es committet wird</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Select some words of the text first.</source>
      <translation>Wählen Sie zuerst einige Wörter des Textes.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Send</source>
      <translation>Senden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Send it all</source>
      <translation>Alles senden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Send to the authors</source>
      <translation>An die Verfasser senden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Sent a contradiction as feedback</source>
      <translation>Einen Widerspruch als Rückmeldung gegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Sent an effect as feedback</source>
      <translation>Eine Auswirkung als Rückmeldung gegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Sent the critiques to their authors</source>
      <translation>Die Kritiken an ihre Verfasser gesendet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Sentences above: {claims}; naming a finding: {founded}. Citations behind them: {citations}; found in the files: {verified}.</source>
      <translation>Sätze oben: {claims}; davon mit Befund: {founded}. Belege dahinter: {citations}; in den Dateien gefunden: {verified}.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Separate the names of several files with “;”.</source>
      <translation>Trennen Sie die Namen mehrerer Dateien mit „;“.</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>September</source>
      <translation>September</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Session</source>
      <translation>Sitzung</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Sessions</source>
      <translation>Sitzungen</translation>
    </message>
    <message>
      <location filename="app/services/trace_secrets.py" />
      <source>Set both: roundtable config {address} …, then {header} NAME.</source>
      <translation>Stellen Sie beides ein: roundtable config {address} …, dann {header} NAME.</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>Set the variable {name} instead.</source>
      <translation>Setzen Sie stattdessen die Variable {name}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Several texts to choose from</source>
      <translation>Mehrere Texte zur Wahl</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Share of right results by price</source>
      <translation>Anteil richtiger Ergebnisse nach Preis</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Share of right votes by round</source>
      <translation>Anteil richtiger Abstimmungen nach Runden</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>Share of the text that changed</source>
      <translation>Geänderter Anteil des Textes</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Shortened the history to a summary</source>
      <translation>Verlauf zu einer Zusammenfassung gekürzt</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Shortened the history to its reflections</source>
      <translation>Verlauf auf seine Reflexionen gekürzt</translation>
    </message>
    <message>
      <location filename="app/domain/gate_choices.py" />
      <source>Show all of it…</source>
      <translation>Ganz zeigen…</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Show deleted notes too</source>
      <translation>Auch gelöschte Notizen zeigen</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>Show each step as one line that can be opened</source>
      <translation>Jeden Schritt als eine Zeile zeigen, die sich öffnen lässt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Show only these files</source>
      <translation>Nur diese Dateien zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Show only this confidence</source>
      <translation>Nur diese Verlässlichkeit zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Show only this cycle</source>
      <translation>Nur diesen Zyklus zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Show only this impact</source>
      <translation>Nur dieses Gewicht zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Show only this kind</source>
      <translation>Nur diese Art zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>Show only this level</source>
      <translation>Nur diese Ebene zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Show only this round</source>
      <translation>Nur diese Runde zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Show only this state</source>
      <translation>Nur diesen Stand zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Show only this type</source>
      <translation>Nur diese Art zeigen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Similarity</source>
      <translation>Ähnlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Similarity of the texts</source>
      <translation>Ähnlichkeit der Texte</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>Similarity to an earlier reflection</source>
      <translation>Ähnlichkeit mit einer früheren Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Since the earlier research</source>
      <translation>Seit der früheren Recherche</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Single document</source>
      <translation>Einzelnes Dokument</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Single first answer</source>
      <translation>Einzelne erste Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Size</source>
      <translation>Größe</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Some models did not answer</source>
      <translation>Einige Modelle haben nicht geantwortet</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Somebody</source>
      <translation>Jemand</translation>
    </message>
    <message>
      <location filename="app/store/git_branch.py" />
      <source>Somebody else committed in the same moment.</source>
      <translation>Jemand anders hat im selben Augenblick einen Commit gemacht.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Somebody looked for what speaks against it and found {n}. They looked at: {what}.</source>
      <translation>Jemand hat gesucht, was dagegen spricht, und {n} gefunden. Angesehen wurde: {what}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Sources</source>
      <translation>Quellen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Spent ${spent:.2f}{of}{more}{then}</source>
      <translation>Ausgegeben: {spent:.2f} ${of}{more}{then}</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Split it, and choose the parts that matter.</source>
      <translation>Teilen Sie es und wählen Sie die Teile, auf die es ankommt.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>Split it, and give its parts one after the other.</source>
      <translation>Teilen Sie es und geben Sie die Teile nacheinander.</translation>
    </message>
    <message>
      <location filename="app/cli/output.py" />
      <source>Standard output cannot be written to: {why}.</source>
      <translation>In die Standardausgabe lässt sich nicht schreiben: {why}.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Standard output takes one session, and nothing else beside it.</source>
      <translation>Die Standardausgabe nimmt eine Sitzung und sonst nichts.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Stands by it</source>
      <translation>Bleibt dabei</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>Start a new one to go on.</source>
      <translation>Beginnen Sie eine neue, um weiterzumachen.</translation>
    </message>
    <message>
      <location filename="app/services/library.py" />
      <source>Start a new one; “roundtable list” shows the others.</source>
      <translation>Beginnen Sie eine neue; „roundtable list“ zeigt die anderen.</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>Start another one with the other model.</source>
      <translation>Beginnen Sie eine neue mit dem anderen Modell.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Starting prompt</source>
      <translation>Startprompt</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>State</source>
      <translation>Stand</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>Still disputed</source>
      <translation>Noch strittig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>Still in the text, as Checks has it: contradiction {n}.</source>
      <translation>Noch im Text, wie „Prüfungen“ zeigt: Widerspruch {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>Still in the text, as Checks has them: contradictions {list}.</source>
      <translation>Noch im Text, wie „Prüfungen“ zeigt: Widersprüche {list}.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Still running</source>
      <translation>Läuft noch</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Stop early</source>
      <translation>Vorzeitiges Ende</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>Stop it first, then delete it.</source>
      <translation>Halten Sie sie erst an, dann löschen Sie sie.</translation>
    </message>
    <message>
      <location filename="app/services/person_commands.py" />
      <source>Stop it where the session runs.</source>
      <translation>Halten Sie es dort an, wo die Sitzung läuft.</translation>
    </message>
    <message>
      <location filename="app/engine/loop.py" />
      <source>Stop it without one; everything that was done is kept.</source>
      <translation>Halten Sie ohne eine an; alles, was getan wurde, bleibt.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Stop the member where the session runs.</source>
      <translation>Halten Sie das Mitglied dort an, wo die Sitzung läuft.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Stop with a final answer</source>
      <translation>Mit einer Schlussantwort anhalten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Stop with report</source>
      <translation>Mit Bericht anhalten</translation>
    </message>
    <message>
      <location filename="app/engine/loop.py" />
      <source>Stop without an answer, or wait for the first round and approve it.</source>
      <translation>Halten Sie ohne Antwort an, oder warten Sie die erste Runde ab und geben Sie sie frei.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Stopped</source>
      <translation>Angehalten</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Stopped at a failure</source>
      <translation>Bei einem Ausfall angehalten</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Stopped at the limit</source>
      <translation>An der Grenze angehalten</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Stopped by you.</source>
      <translation>Von Ihnen angehalten.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Stopped without a final answer</source>
      <translation>Ohne Schlussantwort angehalten</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Stopped: the history was too long</source>
      <translation>Angehalten: Der Verlauf war zu lang</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Strike</source>
      <translation>Streichen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Study {files} files for 1 question?</source>
      <translation>{files} Dateien für 1 Frage untersuchen?</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Study {files} files for {questions} questions?</source>
      <translation>{files} Dateien für {questions} Fragen untersuchen?</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Suggests: {what}</source>
      <translation>Vorschlag: {what}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Sum up the oldest</source>
      <translation>Das Älteste zusammenfassen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Summaries of the history</source>
      <translation>Zusammenfassungen des Verlaufs</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Summarise the older part</source>
      <translation>Den älteren Teil zusammenfassen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Summary</source>
      <translation>Zusammenfassung</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>System prompt</source>
      <translation>System-Prompt</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Tables in it are taken in as lines, a cell each.</source>
      <translation>Tabellen darin werden als Zeilen übernommen, eine je Zelle.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Tags: {tags}.</source>
      <translation>Schlagwörter: {tags}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take an iteration back?</source>
      <translation>Eine Iteration zurücknehmen?</translation>
    </message>
    <message>
      <location filename="app/workflows/research/acts.py" />
      <source>Take back</source>
      <translation>Zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Take back…</source>
      <translation>Zurücknehmen…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Take in an editor's text</source>
      <translation>Text eines Bearbeiters aufnehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take it anyway</source>
      <translation>Trotzdem nehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take it back</source>
      <translation>Zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take parts of each…</source>
      <translation>Von jedem Teile nehmen…</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Take the decision back</source>
      <translation>Die Entscheidung zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Take the mark of a level away that it may no longer fit what stands above it</source>
      <translation>Von einer Ebene das Zeichen nehmen, dass sie vielleicht nicht mehr zu dem darüber passt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Take the newest accepted iteration back, by a commit of its own</source>
      <translation>Die neueste angenommene Iteration zurücknehmen, mit einem eigenen Commit</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Take the newest iteration back</source>
      <translation>Die neueste Iteration zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take {called} back?</source>
      <translation>{called} zurücknehmen?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take {name}</source>
      <translation>{name} nehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Taken back by commit {sha}</source>
      <translation>Zurückgenommen mit Commit {sha}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/undoing_nodes.py" />
      <source>Taken back: {called}, {what}. Saved as {sha}.</source>
      <translation>Zurückgenommen: {called}, {what}. Gesichert als {sha}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Take…</source>
      <translation>Nehmen…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Target: {level}</source>
      <translation>Ziel: {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Target: {title}</source>
      <translation>Ziel: {title}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Team</source>
      <translation>Team</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Teams</source>
      <translation>Teams</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Tell what is worked on</source>
      <translation>Sagen, woran gearbeitet wird</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Tell where the project stands</source>
      <translation>Sagen, wie es um das Projekt steht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Text of the chosen note</source>
      <translation>Text der gewählten Notiz</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Texts</source>
      <translation>Texte</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Texts that were edited outside lie before you: {files}</source>
      <translation>Außerhalb bearbeitete Texte liegen vor Ihnen: {files}</translation>
    </message>
    <message>
      <location filename="app/cli/asking.py" />
      <source>That cannot be done now.</source>
      <translation>Das geht jetzt nicht.</translation>
    </message>
    <message>
      <location filename="app/gateway/keys.py" />
      <source>That is no key: it must be one line of letters, digits and signs.</source>
      <translation>Das ist kein Schlüssel: Es muss eine Zeile aus Buchstaben, Ziffern und Zeichen sein.</translation>
    </message>
    <message>
      <location filename="app/export/pdf/exporter.py" />
      <source>The PDF could not be laid out.</source>
      <translation>Das PDF konnte nicht gesetzt werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The agent calls {tools}</source>
      <translation>Der Agent ruft {tools} auf</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>The agent writes to you</source>
      <translation>Der Agent schreibt Ihnen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>The agent writes:</source>
      <translation>Der Agent schreibt:</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>The agent wrote:</source>
      <translation>Der Agent schrieb:</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>The agent {agent}</source>
      <translation>Der Agent {agent}</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The agent {agent} accepted it</source>
      <translation>Der Agent {agent} nahm sie an</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The agent {agent} deferred it</source>
      <translation>Der Agent {agent} stellte sie zurück</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The agent {agent} dismissed it</source>
      <translation>Der Agent {agent} wies sie ab</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>The agent {agent} said</source>
      <translation>Der Agent {agent} sagte</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>The agent's answers: {n} characters; messages in the history: {messages}.</source>
      <translation>Antworten des Agenten: {n} Zeichen; Nachrichten im Verlauf: {messages}.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>The answer</source>
      <translation>Die Antwort</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer broke off before its end.</source>
      <translation>Die Antwort brach vor ihrem Ende ab.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>The answer broke off before the passage was whole. Nothing was changed; what came is kept and can be gone on from.</source>
      <translation>Die Antwort brach ab, bevor die Stelle vollständig war. Nichts wurde geändert; was kam, ist aufgehoben, und es lässt sich davon weitermachen.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer cannot be read: {why}.</source>
      <translation>Die Antwort ist nicht lesbar: {why}.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer cannot be used: {why}.</source>
      <translation>Die Antwort ist nicht zu gebrauchen: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/first_vote.py" />
      <source>The answer departs from what most said first: {why}</source>
      <translation>Die Antwort weicht von dem ab, was die meisten zuerst sagten: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/first_vote.py" />
      <source>The answer departs from what most said first; the chair did not say why.</source>
      <translation>Die Antwort weicht von dem ab, was die meisten zuerst sagten; der Vorsitz sagte nicht, warum.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer ended for a reason that is not known ({finish}).</source>
      <translation>Die Antwort endete aus einem unbekannten Grund ({finish}).</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>The answer has {n} different passages; one was asked for. Nothing was changed.</source>
      <translation>Die Antwort hat {n} verschiedene Stellen; verlangt war eine. Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>The answer holds no file of this level.</source>
      <translation>Die Antwort enthält keine Datei dieser Ebene.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>The answer is empty. Nothing was changed.</source>
      <translation>Die Antwort ist leer. Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer is larger than {n} MB.</source>
      <translation>Die Antwort ist größer als {n} MB.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>The answer left files out without a word; they would be deleted: {files}.</source>
      <translation>Die Antwort ließ Dateien ohne ein Wort weg; sie würden gelöscht: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>The answer repeats text around the passage; that was cut off.</source>
      <translation>Die Antwort wiederholt Text um die Stelle herum; das wurde abgeschnitten.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>The answer says more than the marked passage, and it does not show where that ends. Nothing was changed.</source>
      <translation>Die Antwort sagt mehr als die markierte Stelle, und es ist nicht zu sehen, wo diese endet. Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer stood still for {n} seconds.</source>
      <translation>Die Antwort stand {n} Sekunden lang still.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>The answer to {question} is empty: choose an option or write a note.</source>
      <translation>Die Antwort auf {question} ist leer: Wählen Sie eine Möglichkeit, oder schreiben Sie eine Notiz.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer was cut off at its longest, {n} tokens ({finish}).</source>
      <translation>Die Antwort wurde bei ihrer größten Länge abgeschnitten, {n} Token ({finish}).</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer was empty.</source>
      <translation>Die Antwort war leer.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The answer was not complete after {n} seconds.</source>
      <translation>Die Antwort war nach {n} Sekunden nicht vollständig.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>The answer:</source>
      <translation>Die Antwort:</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The answers agree enough</source>
      <translation>Die Antworten stimmen genug überein</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The answers counted</source>
      <translation>Die Antworten, gezählt</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>The batch in {folder} is of a newer version.</source>
      <translation>Der Stapel in {folder} stammt von einer neueren Version.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The best answer is good enough</source>
      <translation>Die beste Antwort ist gut genug</translation>
    </message>
    <message>
      <location filename="app/store/git_branch.py" />
      <source>The branch {name} leads to no commit.</source>
      <translation>Der Zweig {name} führt zu keinem Commit.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>The brief</source>
      <translation>Der Auftrag</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>The brief is being read.</source>
      <translation>Der Auftrag wird gelesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>The chair</source>
      <translation>Der Vorsitz</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>The chair, which judges too,</source>
      <translation>Der Vorsitz, der auch urteilt,</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The change was accepted</source>
      <translation>Die Änderung wurde angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The change was given up</source>
      <translation>Die Änderung wurde aufgegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The change was rejected</source>
      <translation>Die Änderung wurde abgelehnt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>The chosen agent</source>
      <translation>Der gewählte Agent</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>The chosen attempt</source>
      <translation>Der gewählte Versuch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>The chosen conflict</source>
      <translation>Der gewählte Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>The chosen file</source>
      <translation>Die gewählte Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>The chosen finding</source>
      <translation>Der gewählte Befund</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>The chosen gap</source>
      <translation>Die gewählte Lücke</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>The chosen iteration</source>
      <translation>Die gewählte Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The chosen line</source>
      <translation>Die gewählte Zeile</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The chosen message</source>
      <translation>Die gewählte Nachricht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>The chosen parts of {file} do not go together. Take those of one text there.</source>
      <translation>Die gewählten Teile von {file} passen nicht zusammen. Nehmen Sie dort die eines Textes.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>The chosen record</source>
      <translation>Der gewählte Eintrag</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>The chosen row</source>
      <translation>Die gewählte Zeile</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>The chosen text</source>
      <translation>Der gewählte Text</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>The column context holds a file name of more than {most} characters.</source>
      <translation>In der Spalte context steht ein Dateiname von mehr als {most} Zeichen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>The column “{name}” means nothing here.</source>
      <translation>Die Spalte „{name}“ bedeutet hier nichts.</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>The comment is empty.</source>
      <translation>Der Kommentar ist leer.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The connection broke before the answer began ({why}).</source>
      <translation>Die Verbindung brach ab, bevor die Antwort begann ({why}).</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The connection was closed before the answer began.</source>
      <translation>Die Verbindung wurde geschlossen, bevor die Antwort begann.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>The cost limit is reached.</source>
      <translation>Die Kostengrenze ist erreicht.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>The criteria, all of which must hold</source>
      <translation>Die Kriterien, die alle erfüllt sein müssen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>The critiques of round {n} are ready to be sent to the authors.</source>
      <translation>Die Kritiken der Runde {n} können an die Verfasser gehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The cycle ended without one.</source>
      <translation>Der Zyklus endete ohne eine.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The cycle ends with a reflection</source>
      <translation>Der Zyklus endet mit einer Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The cycle ends without a reflection</source>
      <translation>Der Zyklus endet ohne Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The cycle ends: it reached its limit of tool calls</source>
      <translation>Der Zyklus endet: Die Grenze der Werkzeugaufrufe ist erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The cycle ends; its reflection is {share} % similar to cycle {other}’s</source>
      <translation>Der Zyklus endet; seine Reflexion ist der von Zyklus {other} zu {share} % ähnlich</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>The cycle is over</source>
      <translation>Der Zyklus ist vorbei</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>The data for “{verb}” does not fit: {where}: {why}.</source>
      <translation>Die Daten für „{verb}“ passen nicht: {where}: {why}.</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>The data for “{verb}” does not fit: {why}.</source>
      <translation>Die Daten für „{verb}“ passen nicht: {why}.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>The disk is full: {file} could not be written.</source>
      <translation>Der Datenträger ist voll: {file} konnte nicht geschrieben werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/files_reply.py" />
      <source>The end mark of {file} is missing; its text is whole.</source>
      <translation>Die Endmarke von {file} fehlt; der Text ist vollständig.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>The evidence is thin: confidence {value}, needed {needed}.</source>
      <translation>Die Belege sind dünn: Verlässlichkeit {value}, nötig {needed}.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file does not name a session, or by an id that is none.</source>
      <translation>Die Datei nennt keine Sitzung, oder mit einer Kennung, die keine ist.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file does not say which version of the session format it has.</source>
      <translation>Die Datei sagt nicht, welche Version des Sitzungsformats sie hat.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file has a field “{field}” that no session has.</source>
      <translation>Die Datei hat ein Feld „{field}“, das keine Sitzung hat.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file has version {version} of the session format; this program reads {known}.</source>
      <translation>Die Datei hat Version {version} des Sitzungsformats; dieses Programm liest {known}.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file holds more values than any session that can be imported.</source>
      <translation>Die Datei enthält mehr Werte als jede Sitzung, die sich importieren lässt.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file holds no records.</source>
      <translation>Die Datei enthält keine Datensätze.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file is nested too deeply to be a session.</source>
      <translation>Die Datei ist zu tief verschachtelt, um eine Sitzung zu sein.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file is no Roundtable session: its format is not “{format}”.</source>
      <translation>Die Datei ist keine Roundtable-Sitzung: Ihr Format ist nicht „{format}“.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file is not UTF-8 text.</source>
      <translation>Die Datei ist kein UTF-8-Text.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file is not sound JSON.</source>
      <translation>Die Datei ist kein gültiges JSON.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file names the field “{field}” twice in one place.</source>
      <translation>Die Datei nennt das Feld „{field}“ an einer Stelle zweimal.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The file needs more memory than there is.</source>
      <translation>Die Datei braucht mehr Arbeitsspeicher, als da ist.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>The files that the rows before name are as much as one batch may hold.</source>
      <translation>Die Dateien, die die Zeilen bis hierher nennen, sind so viel, wie ein Stapel fassen kann.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>The final answer against {who}’s of round 1: {how}</source>
      <translation>Die Schlussantwort gegenüber der von {who} in Runde 1: {how}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>The findings of an earlier research to take up, as @FILE.</source>
      <translation>Die Befunde einer früheren Recherche, die aufgegriffen wird, als @DATEI.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>The first answers used {n} of {all} tokens, {share} %; what came after them used the rest.</source>
      <translation>Die ersten Antworten verbrauchten {n} von {all} Token, {share} %; den Rest verbrauchte, was danach kam.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>The first record does not create a session.</source>
      <translation>Der erste Datensatz legt keine Sitzung an.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>The first stands</source>
      <translation>Der erste gilt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>The folder holds more files than were looked at; name a smaller one, or leave out some.</source>
      <translation>Der Ordner enthält mehr Dateien, als angesehen wurden; nennen Sie einen kleineren, oder lassen Sie einige weg.</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>The folder it works in stays as it is.</source>
      <translation>Der Ordner, in dem sie arbeitet, bleibt, wie er ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>The folder lies in another repository</source>
      <translation>Der Ordner liegt in einem anderen Repository</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>The folder of the text, or one file.</source>
      <translation>Der Ordner des Textes, oder eine Datei.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>The folder to study.</source>
      <translation>Der Ordner, der untersucht wird.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The folder was read{left_out}{edited}</source>
      <translation>Der Ordner wurde gelesen{left_out}{edited}</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>The folder {file} holds more than {limit} files.</source>
      <translation>Der Ordner {file} enthält mehr als {limit} Dateien.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>The folder {file} holds no file with text.</source>
      <translation>Der Ordner {file} enthält keine Datei mit Text.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>The folder {file} holds no files.</source>
      <translation>Der Ordner {file} enthält keine Dateien.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>The folder {file} is too large to look through.</source>
      <translation>Der Ordner {file} ist zu groß, um ihn durchzusehen.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>The folder {folder} cannot be made: {why}.</source>
      <translation>Der Ordner {folder} kann nicht angelegt werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>The folder {folder} may not be written to.</source>
      <translation>In den Ordner {folder} darf nicht geschrieben werden.</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>The folders they work in stay as they are.</source>
      <translation>Die Ordner, in denen sie arbeiten, bleiben, wie sie sind.</translation>
    </message>
    <message>
      <location filename="app/services/one_session.py" />
      <source>The folder’s session goes on as it was begun: {kept}. What you set holds for a new one; close this one first to begin that.</source>
      <translation>Die Sitzung des Ordners geht weiter, wie sie begonnen wurde: {kept}. Was Sie eingestellt haben, gilt für eine neue; schließen Sie diese zuerst, um die zu beginnen.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>The form “{name}” is a folder of files.</source>
      <translation>Die Form „{name}“ ist ein Ordner mit Dateien.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>The form “{name}” is complete; nothing of it can be left out.</source>
      <translation>Die Form „{name}“ ist vollständig; nichts davon lässt sich weglassen.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>The form “{name}” is one file.</source>
      <translation>Die Form „{name}“ ist eine einzelne Datei.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>The format “{name}” has no schema.</source>
      <translation>Das Format „{name}“ hat kein Schema.</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>The gate {gate} does not take the verb “{verb}”.</source>
      <translation>Der Haltepunkt {gate} kennt das Verb „{verb}“ nicht.</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>The gate {gate} is not open (any more).</source>
      <translation>Der Haltepunkt {gate} ist nicht (mehr) offen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The history no longer fits</source>
      <translation>Der Verlauf passt nicht mehr hinein</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>The history no longer fits the model</source>
      <translation>Der Verlauf passt nicht mehr in das Modell</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>The id {id} stands in an earlier row, too.</source>
      <translation>Die Kennung {id} steht schon in einer früheren Zeile.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>The iteration was given up. Nothing in the folder has changed.</source>
      <translation>Die Iteration wurde aufgegeben. In dem Ordner hat sich nichts geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>The iteration was rejected. Nothing in the folder has changed.</source>
      <translation>Die Iteration wurde abgelehnt. In dem Ordner hat sich nichts geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>The judge</source>
      <translation>Die Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The judge asks for a revision</source>
      <translation>Die Jury verlangt eine Überarbeitung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The judge asks for a revision of each of them.</source>
      <translation>Die Jury verlangt für jeden von ihnen eine Überarbeitung.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/counted.py" />
      <source>The judge chose the one that became the answer.{why}</source>
      <translation>Die Jury wählte die Antwort aus.{why}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>The judge compared the final answer with {seat}'s first one{best} in both orders: {verdict}{orders}.</source>
      <translation>Die Jury verglich die Schlussantwort mit der ersten Antwort von {seat}{best} in beiden Reihenfolgen: {verdict}{orders}.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The judge gave no readable figure.</source>
      <translation>Die Jury gab keinen lesbaren Wert.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>The judge had said: “{text}”</source>
      <translation>Die Jury hatte gesagt: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/grading.py" />
      <source>The judge holds the final answer to be partly right by the rubric.</source>
      <translation>Die Jury hält die Schlussantwort nach dem Maßstab für teilweise richtig.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/grading.py" />
      <source>The judge holds the final answer to be right by the rubric.</source>
      <translation>Die Jury hält die Schlussantwort nach dem Maßstab für richtig.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/grading.py" />
      <source>The judge holds the final answer to be wrong by the rubric.</source>
      <translation>Die Jury hält die Schlussantwort nach dem Maßstab für falsch.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>The judge on attempt {n}: {text}</source>
      <translation>Die Jury zu Versuch {n}: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>The judge on their order: “{text}”</source>
      <translation>Die Jury zu ihrer Reihenfolge: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/counted.py" />
      <source>The judge said which of them are the same.</source>
      <translation>Welche davon dasselbe sagen, bestimmte die Jury.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>The judge's choice</source>
      <translation>Die Wahl der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The judges are divided: {a} of {n} approve.</source>
      <translation>Die Jury ist geteilt: {a} von {n} billigen es.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The key may not use this model ({status}){rest}</source>
      <translation>Der Schlüssel darf dieses Modell nicht verwenden ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The key was refused ({status}){rest}</source>
      <translation>Der Schlüssel wurde abgelehnt ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>The last changes were small</source>
      <translation>Die letzten Änderungen waren klein</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>The level that --feedback is for.</source>
      <translation>Die Ebene, für die --feedback gilt.</translation>
    </message>
    <message>
      <location filename="app/services/batches/cluster.py" />
      <source>The limit of the batch is reached.</source>
      <translation>Die Grenze des Stapels ist erreicht.</translation>
    </message>
    <message>
      <location filename="app/store/jsonl.py" />
      <source>The log {file} could not be written: {why}.</source>
      <translation>Das Protokoll {file} konnte nicht geschrieben werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>The low end is a run that ends after its first round, the high end takes every round.</source>
      <translation>Das untere Ende ist ein Lauf, der nach der ersten Runde endet, das obere nutzt jede Runde.</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>The mark is too long.</source>
      <translation>Die Markierung ist zu lang.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>The marked words are no longer there in {file}. Mark them again.</source>
      <translation>Die markierten Worte stehen nicht mehr in {file}. Markieren Sie sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>The members have questions</source>
      <translation>Die Mitglieder haben Fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>The members have settled on their answers</source>
      <translation>Die Mitglieder bleiben bei ihren Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>The members no longer move and do not agree</source>
      <translation>Die Mitglieder bewegen sich nicht mehr und sind uneinig</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The memory is empty.</source>
      <translation>Das Gedächtnis ist leer.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>The model</source>
      <translation>Das Modell</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The model announced a call of a tool and made none.</source>
      <translation>Das Modell kündigte einen Werkzeugaufruf an und machte keinen.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The model host does not answer.</source>
      <translation>Der Modell-Prozess antwortet nicht.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The model host ended unexpectedly.</source>
      <translation>Der Modell-Prozess endete unerwartet.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The model host ended unexpectedly: {why}</source>
      <translation>Der Modell-Prozess endete unerwartet: {why}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The model refused: {text}</source>
      <translation>Das Modell lehnte ab: {text}</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>The model stays the same in this session.</source>
      <translation>In dieser Sitzung bleibt das Modell dasselbe.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>The model stays the same in this session; use null to go on without its answer.</source>
      <translation>In dieser Sitzung bleibt das Modell dasselbe; mit null geht es ohne dessen Antwort weiter.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>The name “{name}” belongs to a provider the program knows.</source>
      <translation>Der Name „{name}“ gehört einem Anbieter, den das Programm kennt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The newest iteration is to be taken back</source>
      <translation>Die neueste Iteration soll zurückgenommen werden</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The next prompt asks for something clearly different.</source>
      <translation>Der nächste Prompt verlangt etwas deutlich anderes.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The next prompt suggests a new direction.</source>
      <translation>Der nächste Prompt schlägt eine neue Richtung vor.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The older cycles are summarised: {text}</source>
      <translation>Die älteren Zyklen sind zusammengefasst: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The oldest requests of {level} were summed up</source>
      <translation>Die ältesten Wünsche zu {level} wurden zusammengefasst</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The oldest {n} of them can be summed up.</source>
      <translation>Die ältesten {n} davon lassen sich zusammenfassen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The passage was: “{text}”</source>
      <translation>Die Stelle war: „{text}“</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>The path of {file} has {n} bytes, more than the {most} that a session may have.</source>
      <translation>Der Pfad von {file} hat {n} Bytes, mehr als die {most}, die eine Sitzung haben darf.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>The pattern is unclear: its confidence is {value}.</source>
      <translation>Das Muster ist unklar: Seine Verlässlichkeit beträgt {value}.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>The person</source>
      <translation>Die Person</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The person accepted it</source>
      <translation>Von der Person angenommen</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>The person asked: {what}</source>
      <translation>Die Person verlangte: {what}</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The person deferred it</source>
      <translation>Von der Person vertagt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The person dismissed it</source>
      <translation>Von der Person verworfen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The person ended it.</source>
      <translation>Die Person hat es beendet.</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>The person found the answer of {seat} {rating}</source>
      <translation>Die Person fand die Antwort von {seat} {rating}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The person is asked</source>
      <translation>Die Person wird gefragt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The person judged it as good as the best first answer.</source>
      <translation>Die Person fand sie so gut wie die beste erste Antwort.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The person judged it better than the best first answer.</source>
      <translation>Die Person fand sie besser als die beste erste Antwort.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>The person judged it worse than the best first answer.</source>
      <translation>Die Person fand sie schlechter als die beste erste Antwort.</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>The person let {nouns} be approved without asking: {conditions}</source>
      <translation>Die Person ließ {nouns} ohne Rückfrage freigeben: {conditions}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The person stopped it</source>
      <translation>Die Person hielt an</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>The person wants to be asked again</source>
      <translation>Die Person will wieder gefragt werden</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>The person's own text in place of {seat}'s{taken}{late}:</source>
      <translation>Eigener Text der Person anstelle dessen von {seat}{taken}{late}:</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>The person: {verdict}</source>
      <translation>Die Person: {verdict}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The plan: {text}</source>
      <translation>Der Plan: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The planned rounds are over</source>
      <translation>Die geplanten Runden sind vorbei</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>The policy names a gate that there is not: {name}.</source>
      <translation>Die Regeln nennen einen Haltepunkt, den es nicht gibt: {name}.</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>The project {file} cannot be used: {why}.</source>
      <translation>Das Projekt {file} kann nicht verwendet werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The prompt did not fit any more and was shortened</source>
      <translation>Der Prompt passte nicht mehr hinein und wurde gekürzt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>The prompt is written: {n} characters</source>
      <translation>Der Prompt ist geschrieben: {n} Zeichen</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider cannot be reached ({why}).</source>
      <translation>Der Anbieter ist nicht erreichbar ({why}).</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider did not accept the request ({status}){rest}</source>
      <translation>Der Anbieter nahm die Anfrage nicht an ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider does not know this model or address ({status}){rest}</source>
      <translation>Der Anbieter kennt dieses Modell oder diese Adresse nicht ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider had no room left for the answer ({finish}).</source>
      <translation>Der Anbieter hatte keinen Platz mehr für die Antwort ({finish}).</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider has an error of its own ({status}){rest}</source>
      <translation>Beim Anbieter gibt es einen Fehler ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider held the answer back ({finish}).</source>
      <translation>Der Anbieter hielt die Antwort zurück ({finish}).</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider is overloaded ({status}){rest}</source>
      <translation>Der Anbieter ist überlastet ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider refused the request ({status}){rest}</source>
      <translation>Der Anbieter lehnte die Anfrage ab ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider reported an error in the middle of the answer{rest}</source>
      <translation>Der Anbieter meldete mitten in der Antwort einen Fehler{rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider reported an error{rest}</source>
      <translation>Der Anbieter meldete einen Fehler{rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider sent nothing for {n} seconds.</source>
      <translation>Der Anbieter sandte {n} Sekunden lang nichts.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider took too long ({status}){rest}</source>
      <translation>Der Anbieter brauchte zu lange ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The provider's account has no credit left ({status}){rest}</source>
      <translation>Das Konto beim Anbieter hat kein Guthaben mehr ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>The question</source>
      <translation>Die Frage</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>The question has its answer: {said}</source>
      <translation>Die Frage hat ihre Antwort: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>The question, or @FILE.</source>
      <translation>Die Frage, oder @DATEI.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>The question’s end: {how}. {said}</source>
      <translation>Das Ende der Frage: {how}. {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>The quoted lines do not support this finding.</source>
      <translation>Die zitierten Zeilen stützen diesen Befund nicht.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>The records do not fit together.</source>
      <translation>Die Datensätze passen nicht zusammen.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>The records of {file} are not whole: numbers are missing or impossible.</source>
      <translation>Die Datensätze von {file} sind nicht vollständig: Nummern fehlen oder sind unmöglich.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>The reflection</source>
      <translation>Die Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>The report is written at the end.</source>
      <translation>Der Bericht wird am Ende geschrieben.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>The repository in {file} is damaged.</source>
      <translation>Das Repository in {file} ist beschädigt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/report.py" />
      <source>The request</source>
      <translation>Die Anforderung</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The request is too long for this model ({status}){rest}</source>
      <translation>Die Anfrage ist zu lang für dieses Modell ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>The round is ready for your decision</source>
      <translation>Die Runde ist bereit für Ihre Entscheidung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The rounds below are as far as it came.</source>
      <translation>Die Runden unten sind, wie weit es kam.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>The rounds did harm: {points} less than the vote.</source>
      <translation>Die Runden schadeten: {points} weniger als die Abstimmung.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>The rounds end: {why}</source>
      <translation>Die Runden enden: {why}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>The rounds helped: {points} more than the vote.</source>
      <translation>Die Runden halfen: {points} mehr als die Abstimmung.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The rounds in figures</source>
      <translation>Die Runden in Zahlen</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>The rules of the end, in their order</source>
      <translation>Die Regeln für das Ende, in ihrer Reihenfolge</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>The run in figures</source>
      <translation>Der Lauf in Zahlen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>The run's name; its log carries it.</source>
      <translation>Der Name des Laufs; sein Protokoll trägt ihn.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>The same by chance</source>
      <translation>Dasselbe durch Zufall</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>The same words</source>
      <translation>Dieselben Wörter</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>The schema is the same for every session.</source>
      <translation>Das Schema ist für jede Sitzung dasselbe.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>The second stands</source>
      <translation>Der zweite gilt</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>The seed “{value}” is no whole number from 0 to {most}.</source>
      <translation>Der Startwert „{value}“ ist keine ganze Zahl von 0 bis {most}.</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>The server describes {tool} otherwise than before.</source>
      <translation>Der Server beschreibt {tool} anders als zuvor.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The server redirects ({status}) to {target}; redirects are not followed.</source>
      <translation>Der Server leitet um ({status}) nach {target}; Umleitungen wird nicht gefolgt.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The server sent a web page instead of an answer.</source>
      <translation>Der Server sandte eine Webseite statt einer Antwort.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The server sent data that is no answer{rest}</source>
      <translation>Der Server sandte Daten, die keine Antwort sind{rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The server sent no answer ({status}){rest}</source>
      <translation>Der Server sandte keine Antwort ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The server sent something that is no answer of a model.</source>
      <translation>Der Server sandte etwas, das keine Antwort eines Modells ist.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The server speaks another language than the model's provider does.</source>
      <translation>Der Server spricht eine andere Sprache als der Anbieter des Modells.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>The session file {file} is damaged.</source>
      <translation>Die Sitzungsdatei {file} ist beschädigt.</translation>
    </message>
    <message>
      <location filename="app/store/journal.py" />
      <source>The session file {file} is not there.</source>
      <translation>Die Sitzungsdatei {file} ist nicht da.</translation>
    </message>
    <message>
      <location filename="app/store/journal.py" />
      <source>The session file {file} was removed or replaced.</source>
      <translation>Die Sitzungsdatei {file} wurde entfernt oder ersetzt.</translation>
    </message>
    <message>
      <location filename="app/store/journal.py" />
      <source>The session is closed.</source>
      <translation>Die Sitzung ist geschlossen.</translation>
    </message>
    <message>
      <location filename="app/engine/known.py" />
      <source>The session left the step “{node}” with “{signal}”, and this program does not know the way on.</source>
      <translation>Die Sitzung hat den Schritt „{node}“ mit „{signal}“ verlassen, und dieses Programm kennt den Weg von dort nicht.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>The session names {what}, which you have not approved.</source>
      <translation>Die Sitzung nennt {what}, und das haben Sie nicht freigegeben.</translation>
    </message>
    <message>
      <location filename="app/engine/known.py" />
      <source>The session stands at the step “{node}”, which this program does not know.</source>
      <translation>Die Sitzung steht beim Schritt „{node}“, den dieses Programm nicht kennt.</translation>
    </message>
    <message>
      <location filename="app/engine/known.py" />
      <source>The session waits at the gate “{kind}”, which this program does not know.</source>
      <translation>Die Sitzung wartet an der Entscheidung „{kind}“, die dieses Programm nicht kennt.</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>The session {session} has not finished what was asked for before.</source>
      <translation>Die Sitzung {session} ist mit dem zuvor Verlangten noch nicht fertig.</translation>
    </message>
    <message>
      <location filename="app/services/live.py" />
      <source>The session {session} is empty.</source>
      <translation>Die Sitzung {session} ist leer.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>The session {session} is not in the trash.</source>
      <translation>Die Sitzung {session} ist nicht im Papierkorb.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>The session {session} is open in another window or process.</source>
      <translation>Die Sitzung {session} ist in einem anderen Fenster oder Prozess offen.</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>The session {session} waits for a decision first: {title}</source>
      <translation>Die Sitzung {session} wartet erst auf eine Entscheidung: {title}</translation>
    </message>
    <message>
      <location filename="app/store/merging.py" />
      <source>The session {session} was changed here while a worker had it; nothing is mixed.</source>
      <translation>Die Sitzung {session} wurde hier geändert, während ein Worker sie hatte; es wird nichts vermischt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>The set-up of this draft is not sound: {field}: {why}.</source>
      <translation>Die Angaben zu diesem Entwurf sind nicht in Ordnung: {field}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>The set-up of this experiment is not sound: {field}: {why}.</source>
      <translation>Die Angaben zu diesem Experiment sind nicht in Ordnung: {field}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>The set-up of this research is not sound: {field}: {why}.</source>
      <translation>Die Angaben zu dieser Recherche sind nicht in Ordnung: {field}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>The starting prompt</source>
      <translation>Der Anfangs-Prompt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>The starting prompt, or @FILE.</source>
      <translation>Der Startprompt, oder @DATEI.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>The text is empty.</source>
      <translation>Der Text ist leer.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The text of {who}, attempt {n}, goes on{over}</source>
      <translation>Der Text von {who}, Versuch {n}, geht weiter{over}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>The texts are as they were accepted: there is nothing to take in.</source>
      <translation>Die Texte sind, wie sie angenommen wurden: Es gibt nichts aufzunehmen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>The texts of a rejected attempt do not go on; approve it to choose or edit texts.</source>
      <translation>Die Texte eines abgelehnten Versuchs gehen nicht weiter; geben Sie ihn frei, um Texte zu wählen oder zu bearbeiten.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>The texts of {file} are too large to work on together.</source>
      <translation>Die Texte von {file} sind zusammen zu groß, um daran zu arbeiten.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The texts, best first: {order}</source>
      <translation>Die Texte, der beste zuerst: {order}</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>The title “{title}” is gone behind it: nobody knows where it ends.</source>
      <translation>Die Überschrift „{title}“ dahinter fehlt: Niemand weiß, wo es endet.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>The token budget is nearly used up</source>
      <translation>Die Token sind fast aufgebraucht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>The token budget is nearly used up.</source>
      <translation>Die Token sind fast aufgebraucht.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>The token budget was nearly used up as well.</source>
      <translation>Auch das Token-Budget war fast aufgebraucht.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>The token limit is reached.</source>
      <translation>Die Token-Grenze ist erreicht.</translation>
    </message>
    <message>
      <location filename="app/services/tool_servers.py" />
      <source>The tool server “{name}” cannot be added: {why}.</source>
      <translation>Der Werkzeugserver „{name}“ kann nicht hinzugefügt werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/gateway/tools/source.py" />
      <source>The tool server “{name}” lacks its secret {secret}.</source>
      <translation>Dem Werkzeugserver „{name}“ fehlt sein Geheimnis {secret}.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>The value of “{name}” is longer than {most} characters.</source>
      <translation>Der Wert von „{name}“ ist länger als {most} Zeichen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The verdict on {who}’s text: {verdict}</source>
      <translation>Das Urteil über den Text von {who}: {verdict}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>The work in figures</source>
      <translation>Die Arbeit in Zahlen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>The work is on {level} from here on</source>
      <translation>Ab hier geht es um {level}</translation>
    </message>
    <message>
      <location filename="app/store/merging.py" />
      <source>The worker's is kept: {file}. Move one of the two away, then run the batch again.</source>
      <translation>Die des Workers ist aufbewahrt: {file}. Legen Sie eine der beiden beiseite und starten Sie den Stapel dann erneut.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The writer is given the oldest requests in a few sentences, the newest in full</source>
      <translation>Der Verfasser bekommt die ältesten Wünsche in wenigen Sätzen, die neuesten ganz</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The writing stands still</source>
      <translation>Das Schreiben steht still</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>The {gate} gate does not take the verb “{verb}”.</source>
      <translation>Der Haltepunkt {gate} kennt das Verb „{verb}“ nicht.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>The {name} is empty.</source>
      <translation>{name} ist leer.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>Their facts are read anew with the next check of the continuity (/check).</source>
      <translation>Ihre Tatsachen werden mit der nächsten Prüfung der Stimmigkeit neu gelesen (/check).</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>There is a file {file} already.</source>
      <translation>Es gibt schon eine Datei {file}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/log.py" />
      <source>There is a log of the run “{run}” already: the new lines will be appended to it.</source>
      <translation>Es gibt schon ein Protokoll des Laufs „{run}“: Die neuen Zeilen werden angehängt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>There is a single pass and no further round</source>
      <translation>Es gibt einen einzigen Durchgang und keine weitere Runde</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>There is no Slurm on this machine: the command sbatch is not found.</source>
      <translation>Auf diesem Rechner gibt es kein Slurm: Der Befehl sbatch wird nicht gefunden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/undoing_nodes.py" />
      <source>There is no accepted iteration to take back.</source>
      <translation>Es gibt keine angenommene Iteration zurückzunehmen.</translation>
    </message>
    <message>
      <location filename="app/engine/loop.py" />
      <source>There is no accepted round yet, so no final answer can be written.</source>
      <translation>Es gibt noch keine angenommene Runde, also kann keine Schlussantwort geschrieben werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/exports.py" />
      <source>There is no accepted text yet that a reader could be given.</source>
      <translation>Es gibt noch keinen angenommenen Text, den man weitergeben könnte.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>There is no attempt {n}; there are: {list}.</source>
      <translation>Es gibt keinen Versuch {n}; es gibt: {list}.</translation>
    </message>
    <message>
      <location filename="app/services/batches/making.py" />
      <source>There is no baseline “{name}” here.</source>
      <translation>Einen Vergleich „{name}“ gibt es hier nicht.</translation>
    </message>
    <message>
      <location filename="app/store/git_branch.py" />
      <source>There is no commit {sha} in this project.</source>
      <translation>Es gibt keinen Commit {sha} in diesem Projekt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>There is no contradiction {n}.</source>
      <translation>Es gibt keinen Widerspruch {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>There is no critique “{critique}” in this round.</source>
      <translation>In dieser Runde gibt es keine Kritik „{critique}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>There is no effect {n}.</source>
      <translation>Es gibt keine Auswirkung {n}.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>There is no export format “{name}” for this session.</source>
      <translation>Für diese Sitzung gibt es kein Exportformat „{name}“.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>There is no export format “{name}”.</source>
      <translation>Es gibt kein Exportformat „{name}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/scoping.py" />
      <source>There is no file in this folder that a model may read: {why}.</source>
      <translation>In diesem Ordner ist keine Datei, die ein Modell lesen darf: {why}.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>There is no file {file}.</source>
      <translation>Es gibt keine Datei {file}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>There is no file “{file}” in the levels of this project.</source>
      <translation>In den Ebenen dieses Projekts gibt es keine Datei „{file}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>There is no file “{file}” in this level.</source>
      <translation>In dieser Ebene gibt es keine Datei „{file}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>There is no final answer</source>
      <translation>Es gibt keine Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>There is no final answer yet</source>
      <translation>Es gibt noch keine Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/cli/agents/serving.py" />
      <source>There is no folder {file}.</source>
      <translation>Es gibt keinen Ordner {file}.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/session_forms.py" />
      <source>There is no folder “{folder}”.</source>
      <translation>Es gibt keinen Ordner „{folder}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>There is no gap “{gap}” now.</source>
      <translation>Es gibt jetzt keine Lücke „{gap}“.</translation>
    </message>
    <message>
      <location filename="app/settings/folders.py" />
      <source>There is no home folder for {file}.</source>
      <translation>Für {file} gibt es keinen persönlichen Ordner.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>There is no input to read the secret from.</source>
      <translation>Es gibt keine Eingabe, aus der das Geheimnis gelesen werden könnte.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>There is no key for {provider}.</source>
      <translation>Für {provider} gibt es keinen Schlüssel.</translation>
    </message>
    <message>
      <location filename="app/services/languages.py" />
      <source>There is no language “{name}”.</source>
      <translation>Es gibt keine Sprache „{name}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/templates.py" />
      <source>There is no level “{name}” in this project.</source>
      <translation>In diesem Projekt gibt es keine Ebene „{name}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>There is no level “{name}”. Use one of: {known}.</source>
      <translation>Es gibt keine Ebene „{name}“. Verwenden Sie eine von: {known}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>There is no open conflict “{conflict}”.</source>
      <translation>Es gibt keinen offenen Widerspruch „{conflict}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>There is no open contradiction {n}; these are open: {list}.</source>
      <translation>Es gibt keinen offenen Widerspruch {n}; offen sind: {list}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>There is no open place {n} below; these are open: {list}.</source>
      <translation>Darunter ist keine Stelle {n} offen; offen sind: {list}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>There is no open question “{question}”.</source>
      <translation>Es gibt keine offene Frage „{question}“.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>There is no provider called “{name}”.</source>
      <translation>Es gibt keinen Anbieter „{name}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>There is no question “{question}” in the plan.</source>
      <translation>Im Plan gibt es keine Frage „{question}“.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>There is no record {at}: the session has {n}.</source>
      <translation>Es gibt keinen Datensatz {at}: Die Sitzung hat {n}.</translation>
    </message>
    <message>
      <location filename="app/services/headless.py" />
      <source>There is no session here that could go on.</source>
      <translation>Hier ist keine Sitzung, in der es weitergehen könnte.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>There is no session {session}.</source>
      <translation>Es gibt keine Sitzung {session}.</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>There is no session “{text}” in the trash.</source>
      <translation>Im Papierkorb ist keine Sitzung „{text}“.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>There is no session “{text}”.</source>
      <translation>Es gibt keine Sitzung „{text}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>There is no such text; there are: {names}.</source>
      <translation>Einen solchen Text gibt es nicht; es gibt: {names}.</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>There is no team called “{name}”.</source>
      <translation>Kein Team heißt „{name}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/templates.py" />
      <source>There is no template “{name}”.</source>
      <translation>Es gibt keine Vorlage „{name}“.</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>There is no tool server “{name}”.</source>
      <translation>Es gibt keinen Werkzeugserver „{name}“.</translation>
    </message>
    <message>
      <location filename="app/services/parts.py" />
      <source>There is no workflow called “{name}”.</source>
      <translation>Es gibt keinen Ablauf „{name}“.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>There is nothing called “{key}” to decide.</source>
      <translation>Nichts, was „{key}“ heißt, ist zu entscheiden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>There is nothing in {title} yet. Generate it first: /generate {level}</source>
      <translation>In {title} ist noch nichts. Erzeugen Sie es erst: /generate {level}</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>There is nothing to export in this form yet.</source>
      <translation>In dieser Form gibt es noch nichts zu exportieren.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>There is nothing to fork from at record {at}.</source>
      <translation>Beim Datensatz {at} gibt es nichts, wovon sich abzweigen ließe.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>There is something at {file} already, and nothing of it is replaced.</source>
      <translation>Bei {file} gibt es schon etwas, und davon wird nichts ersetzt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>There {names}.</source>
      <translation>Darin steht {names}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>These words do not stand in {file} as it is now: “{said}”. Mark them again.</source>
      <translation>Diese Worte stehen so nicht mehr in {file}: „{said}“. Markieren Sie sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/engine/context.py" />
      <source>They are not whole: import the session again from a sound export, or start a new one.</source>
      <translation>Sie sind nicht vollständig: Importieren Sie die Sitzung noch einmal aus einem heilen Export, oder beginnen Sie eine neue.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>They become marks that the authors of the texts are given.</source>
      <translation>Sie werden zu Markierungen, die die Verfasser der Texte bekommen.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>They become notes of the session.</source>
      <translation>Sie werden zu Notizen der Sitzung.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>This cycle wrote no reflection.</source>
      <translation>Dieser Zyklus hat keine Reflexion geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>This file is deleted with the change.</source>
      <translation>Diese Datei wird mit der Änderung gelöscht.</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>This is being asked already.</source>
      <translation>Danach wird schon gefragt.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>This is its beginning; all its {n} words stand in the JSON export.</source>
      <translation>Das ist der Anfang; alle {n} Wörter stehen im JSON-Export.</translation>
    </message>
    <message>
      <location filename="app/services/batches/cells.py" />
      <source>This machine finds another batch in the same table.</source>
      <translation>Dieser Rechner findet in derselben Tabelle einen anderen Stapel.</translation>
    </message>
    <message>
      <location filename="app/cli/connecting.py" />
      <source>This machine has no keyring that would keep the key.</source>
      <translation>Dieser Rechner hat keinen Schlüsselbund, der den Schlüssel aufbewahren könnte.</translation>
    </message>
    <message>
      <location filename="app/cli/configuring.py" />
      <source>This machine has no keyring that would keep the secret.</source>
      <translation>Dieser Rechner hat keinen Schlüsselbund, der das Geheimnis aufbewahren würde.</translation>
    </message>
    <message>
      <location filename="app/domain/errors.py" />
      <source>This machine has no room left for the program: {what}.</source>
      <translation>Dieser Rechner hat keinen Platz mehr für das Programm: {what}.</translation>
    </message>
    <message>
      <location filename="app/services/batches/engines.py" />
      <source>This needs the Python package {name}, which is not installed.</source>
      <translation>Dies braucht das Python-Paket {name}, das nicht installiert ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>This note was deleted.</source>
      <translation>Diese Notiz wurde gelöscht.</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>This program does not know the gate “{kind}”.</source>
      <translation>Dieses Programm kennt den Haltepunkt „{kind}“ nicht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>This project is of the template “{name}”, not “{other}”.</source>
      <translation>Dieses Projekt hat die Vorlage „{name}“, nicht „{other}“.</translation>
    </message>
    <message>
      <location filename="app/engine/context.py" />
      <source>This session asks “{seat}”, and its records give nobody that place.</source>
      <translation>Diese Sitzung fragt „{seat}“, und in ihren Einträgen hat niemand diesen Platz.</translation>
    </message>
    <message>
      <location filename="app/engine/tool_use.py" />
      <source>This session comes from elsewhere: it was given no tools on this machine.</source>
      <translation>Diese Sitzung kommt von anderswo: Auf diesem Rechner wurden ihr keine Werkzeuge gegeben.</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>This session comes from elsewhere: no folder was chosen for it on this machine.</source>
      <translation>Diese Sitzung kommt von anderswo: Auf diesem Rechner wurde kein Ordner für sie gewählt.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>This session has no final answer yet.</source>
      <translation>Diese Sitzung hat noch keine Schlussantwort.</translation>
    </message>
    <message>
      <location filename="app/services/source_files.py" />
      <source>This session has no folder of sources on this machine.</source>
      <translation>Diese Sitzung hat auf diesem Rechner keinen Quellenordner.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>This session has no folder “{name}”.</source>
      <translation>Diese Sitzung hat keinen Ordner „{name}“.</translation>
    </message>
    <message>
      <location filename="app/export/word/sending.py" />
      <source>This session has no text yet that somebody could edit.</source>
      <translation>Diese Sitzung hat noch keinen Text, den jemand bearbeiten könnte.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>This session has nothing yet of what the export is to hold.</source>
      <translation>Diese Sitzung hat noch nichts von dem, was der Export enthalten soll.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>This session is finished.</source>
      <translation>Diese Sitzung ist zu Ende.</translation>
    </message>
    <message>
      <location filename="app/engine/loop.py" />
      <source>This session is finished; there is nothing to stop.</source>
      <translation>Diese Sitzung ist zu Ende; es gibt nichts anzuhalten.</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>This session is running.</source>
      <translation>Diese Sitzung läuft.</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>This text is empty.</source>
      <translation>Dieser Text ist leer.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>This worker was taken for lost, and its session was handed to another one.</source>
      <translation>Dieser Worker galt als verloren, und seine Sitzung ging an einen anderen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>This workflow takes no files as context.</source>
      <translation>Diese Art von Sitzung nimmt keine Dateien als Kontext.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>This; the rest stands word for word in {where}:</source>
      <translation>Dies; der übrige Wortlaut steht in: {where}:</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>Those that were: {names}.</source>
      <translation>Freigegeben sind: {names}.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Thoughts</source>
      <translation>Gedanken</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Threshold</source>
      <translation>Schwelle</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>Time</source>
      <translation>Zeit</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>Time taken</source>
      <translation>Dauer</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Tokens</source>
      <translation>Token</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Tokens in</source>
      <translation>Eingabe-Token</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Tokens out</source>
      <translation>Ausgabe-Token</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Tone: {text}</source>
      <translation>Ton: {text}</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Too few answers would be left; at most {most} may sit out.</source>
      <translation>Es blieben zu wenige Antworten; höchstens {most} können aussetzen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Too few valid answers</source>
      <translation>Zu wenige gültige Antworten</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Too long</source>
      <translation>Zu lang</translation>
    </message>
    <message>
      <location filename="app/domain/errors.py" />
      <source>Too many files are open at once. Close other programs, or allow more open files (ulimit -n), then try again; what was saved is safe.</source>
      <translation>Zu viele Dateien sind gleichzeitig offen. Schließen Sie andere Programme oder erlauben Sie mehr offene Dateien (ulimit -n), dann versuchen Sie es noch einmal; was gespeichert wurde, ist sicher.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Too many requests for the provider ({status}){rest}</source>
      <translation>Zu viele Anfragen beim Anbieter ({status}){rest}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Took a decision back</source>
      <translation>Eine Entscheidung zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Took an attempt over the judge's word</source>
      <translation>Einen Versuch gegen das Wort der Jury genommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Took an iteration back</source>
      <translation>Eine Iteration zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Took in what was edited outside</source>
      <translation>Aufgenommen, was außerhalb bearbeitet wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Took one of several texts</source>
      <translation>Einen von mehreren Texten genommen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Tool called</source>
      <translation>Werkzeug aufgerufen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Tool calls</source>
      <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>Tool: {tool}</source>
      <translation>Werkzeug: {tool}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>Tools</source>
      <translation>Werkzeuge</translation>
    </message>
    <message>
      <location filename="app/gateway/tools/source.py" />
      <source>Tools of servers need a part of Roundtable that is not installed.</source>
      <translation>Werkzeuge von Servern brauchen einen Teil von Roundtable, der nicht installiert ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>Treatment</source>
      <translation>Treatment</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Try again with this feedback</source>
      <translation>Mit dieser Rückmeldung noch einmal</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Try again.</source>
      <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Two findings contradict each other</source>
      <translation>Zwei Befunde widersprechen sich</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Type</source>
      <translation>Art</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>Type it in a terminal, or give it through a pipe.</source>
      <translation>Tippen Sie es in einem Terminal, oder geben Sie es durch eine Pipe.</translation>
    </message>
    <message>
      <location filename="app/cli/asking.py" />
      <source>Type something else.</source>
      <translation>Geben Sie etwas anderes ein.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Unanswered questions are sent as “not answered”.</source>
      <translation>Unbeantwortete Fragen gehen als „nicht beantwortet“ hinaus.</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Unchanged since {text}, but for:</source>
      <translation>Unverändert gegenüber: {text}, bis auf:</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Unchanged since {text}.</source>
      <translation>Unverändert gegenüber: {text}.</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Unclear</source>
      <translation>Unklar</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>Undo the later changes first, or edit these files.</source>
      <translation>Nehmen Sie erst die späteren Änderungen zurück, oder bearbeiten Sie diese Dateien.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Unmet must-haves</source>
      <translation>Nicht erfüllte Muss-Punkte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>Unmet: {text}</source>
      <translation>Nicht erfüllt: {text}</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Unsourced</source>
      <translation>Ohne Beleg</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>Up to {files} files ({tokens} tokens) may be sent to {hosts}.</source>
      <translation>Bis zu {files} Dateien ({tokens} Token) können an {hosts} gesendet werden.</translation>
    </message>
    <message>
      <location filename="app/export/reading.py" />
      <source>Update Roundtable and import the file again.</source>
      <translation>Aktualisieren Sie Roundtable und importieren Sie die Datei noch einmal.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>Update Roundtable and restore it again.</source>
      <translation>Aktualisieren Sie Roundtable und stellen Sie sie noch einmal wieder her.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>Update Roundtable, and try again.</source>
      <translation>Aktualisieren Sie Roundtable und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>Update Roundtable, then open it again.</source>
      <translation>Aktualisieren Sie Roundtable, dann öffnen Sie sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Use a folder that holds the project alone.</source>
      <translation>Nehmen Sie einen Ordner, der nur das Projekt enthält.</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>Use a folder with a repository of its own, or one without.</source>
      <translation>Nehmen Sie einen Ordner mit eigenem Repository, oder einen ohne.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Use another model, or go on without</source>
      <translation>Ein anderes Modell nehmen oder ohne weitermachen</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Use another model…</source>
      <translation>Anderes Modell nehmen…</translation>
    </message>
    <message>
      <location filename="app/settings/templates.py" />
      <source>Use letters and digits.</source>
      <translation>Verwenden Sie Buchstaben und Ziffern.</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Use letters and digits; the built-in team keeps its own name.</source>
      <translation>Verwenden Sie Buchstaben und Ziffern; das eingebaute Team behält seinen Namen.</translation>
    </message>
    <message>
      <location filename="app/cli/answers.py" />
      <source>Use one of: {names}.</source>
      <translation>Verwenden Sie eines von: {names}.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>Use one of: {names}; or make it an endpoint.</source>
      <translation>Verwenden Sie eines von: {names}; oder machen Sie einen eigenen Server daraus.</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Use one of: {names}; or name a .toml file.</source>
      <translation>Verwenden Sie eines von: {names}; oder nennen Sie eine .toml-Datei.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Use one of: {own}; or a field of the workflow: {fields}.</source>
      <translation>Nehmen Sie eine von: {own}; oder ein Feld dieser Art von Sitzung: {fields}.</translation>
    </message>
    <message>
      <location filename="app/cli/answers.py" />
      <source>Use one of: {verbs}.</source>
      <translation>Verwenden Sie eines von: {verbs}.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>Use small letters, digits, “-” and “_”, a letter first, no spaces.</source>
      <translation>Verwenden Sie kleine Buchstaben, Ziffern, „-“ und „_“, zuerst einen Buchstaben, keine Leerzeichen.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Use some of: {names}.</source>
      <translation>Verwenden Sie einige von: {names}.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Use the stored answer</source>
      <translation>Gespeicherte Antwort nehmen</translation>
    </message>
    <message>
      <location filename="app/services/batches/plan.py" />
      <source>Use up to {most} characters, without commas.</source>
      <translation>Nehmen Sie höchstens {most} Zeichen, ohne Kommas.</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Use what arrived</source>
      <translation>Nehmen, was ankam</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Used the answers that were stored</source>
      <translation>Die gespeicherten Antworten genommen</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Used what had arrived of calls that were cut off</source>
      <translation>Von abgebrochenen Aufrufen genommen, was angekommen war</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>Verifier</source>
      <translation>Prüfer</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>Versions of the chosen text</source>
      <translation>Fassungen des gewählten Textes</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Vote</source>
      <translation>Abstimmung</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>Wait a while and retry, or put another model in the seat.</source>
      <translation>Warten Sie eine Weile und versuchen Sie es noch einmal, oder setzen Sie ein anderes Modell auf den Platz.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>Wait for its end, or stop it there.</source>
      <translation>Warten Sie sein Ende ab oder stoppen Sie ihn dort.</translation>
    </message>
    <message>
      <location filename="app/export/word/sending.py" />
      <source>Wait for the first one, or export the report.</source>
      <translation>Warten Sie auf den ersten, oder exportieren Sie den Bericht.</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>Wait for what comes of it, or stop it first.</source>
      <translation>Warten Sie das Ergebnis ab, oder halten Sie es erst an.</translation>
    </message>
    <message>
      <location filename="app/cli/person_commands.py" />
      <source>Wait until it asks you something.</source>
      <translation>Warten Sie, bis sie etwas fragt.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>Wait until it is done. If none is, remove the file {lock} and go on.</source>
      <translation>Warten Sie, bis es fertig ist. Wenn keines läuft, entfernen Sie die Datei {lock} und machen Sie weiter.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>Waiting for a decision</source>
      <translation>Wartet auf eine Entscheidung</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Went on</source>
      <translation>Weitergemacht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Went on without answering the questions</source>
      <translation>Weitergemacht, ohne die Fragen zu beantworten</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>Went on without what failed, or with another model in its place</source>
      <translation>Ohne das, was ausfiel, oder mit einem anderen Modell an seiner Stelle fortgesetzt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>What</source>
      <translation>Was</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>What an earlier research quoted for this finding no longer stands in the files.</source>
      <translation>Was eine frühere Recherche für diesen Befund zitiert hat, steht nicht mehr in den Dateien.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>What came through the pipe is no secret: a line of text is expected.</source>
      <translation>Was durch die Pipe kam, ist kein Geheimnis: Erwartet wird eine Zeile Text.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>What changed</source>
      <translation>Was sich geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>What changed in this attempt</source>
      <translation>Was sich in diesem Versuch geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>What changed, and why</source>
      <translation>Was sich geändert hat, und warum</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>What changed: {text}</source>
      <translation>Was sich geändert hat: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>What do you want to know?</source>
      <translation>Was wollen Sie wissen?</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>What had arrived is kept.</source>
      <translation>Was angekommen war, bleibt erhalten.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>What happened</source>
      <translation>Was geschah</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>What is it to be?</source>
      <translation>Was soll es werden?</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>What is the agent told in every cycle?</source>
      <translation>Was bekommt der Agent in jedem Zyklus gesagt?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>What it affects below</source>
      <translation>Was es darunter betrifft</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>What it came to</source>
      <translation>Was dabei herauskam</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>What it had handed back before is kept; nothing that came later is mixed into it.</source>
      <translation>Was er vorher zurückgegeben hatte, ist aufbewahrt; nichts Späteres wird hineingemischt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>What it is to be, or @FILE.</source>
      <translation>Was es werden soll, oder @DATEI.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>What it is told of its task, tools and earlier work</source>
      <translation>Was er über Aufgabe, Werkzeuge und frühere Arbeit gesagt bekommt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>What only one was given</source>
      <translation>Was nur einem gegeben wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>What should be decided?</source>
      <translation>Was soll entschieden werden?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>What should be written first?</source>
      <translation>Was soll zuerst geschrieben werden?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>What should change?</source>
      <translation>Was soll sich ändern?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>What stands below is deleted with the acceptance</source>
      <translation>Was darunter steht, wird mit der Annahme gelöscht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>What stands below is kept, and may no longer fit</source>
      <translation>Was darunter steht, bleibt und passt vielleicht nicht mehr</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/passage.py" />
      <source>What the answer says beside the passage was left out.</source>
      <translation>Was die Antwort neben der Stelle sagt, wurde weggelassen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>What the judge said</source>
      <translation>Was die Jury sagte</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>What the others answered is kept.</source>
      <translation>Was die anderen geantwortet haben, bleibt.</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>What the person did</source>
      <translation>Was die Person tat</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>What the rounds changed</source>
      <translation>Was die Runden änderten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>What the writer was asked for</source>
      <translation>Was vom Verfasser verlangt wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>What the writer was given</source>
      <translation>Was der Verfasser bekam</translation>
    </message>
    <message>
      <location filename="app/workflows/common/effects.py" />
      <source>What this session keeps of an earlier step cannot be read: its file was changed.</source>
      <translation>Was diese Sitzung von einem früheren Schritt aufhebt, ist nicht lesbar: Ihre Datei wurde geändert.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>What was decided: {said}</source>
      <translation>Was entschieden wurde: {said}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>What was found</source>
      <translation>Was gefunden wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>What was found so far</source>
      <translation>Was bisher gefunden wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>What was less than asked for</source>
      <translation>Was hinter dem Verlangten zurückblieb</translation>
    </message>
    <message>
      <location filename="app/domain/errors.py" />
      <source>What was saved is safe. Close other programs or raise the limit (ulimit), then resume.</source>
      <translation>Was gespeichert wurde, ist sicher. Schließen Sie andere Programme oder erhöhen Sie die Grenze (ulimit), dann setzen Sie fort.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>What was written from it is affected</source>
      <translation>Was daraus geschrieben wurde, ist betroffen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>What was written from {title} will be affected. What becomes of it?</source>
      <translation>Was aus {title} geschrieben wurde, ist betroffen. Was wird daraus?</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>What went wrong</source>
      <translation>Was schiefging</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>What you have chosen is {n} MB; {limit} MB can be given to the members.</source>
      <translation>Was Sie gewählt haben, ist {n} MB groß; {limit} MB können den Mitgliedern gegeben werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>What you want to know, or @FILE.</source>
      <translation>Was Sie wissen wollen, oder @DATEI.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>What you wrote over changes:</source>
      <translation>Was Sie selbst geschrieben haben, ändert:</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>When it is enough</source>
      <translation>Wann es genug ist</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>Where</source>
      <translation>Wo</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>Whether the rounds helped is not known.</source>
      <translation>Ob die Runden halfen, ist nicht bekannt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>Which files are to change could not be read from the answer.</source>
      <translation>Welche Dateien sich ändern sollen, war aus der Antwort nicht zu lesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>Which findings are alike, and so compared, was told by {model}.</source>
      <translation>Welche Befunde sich gleichen und deshalb verglichen wurden, sagte {model}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Which folder is the text in?</source>
      <translation>In welchem Ordner ist der Text?</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>Which session is to be exported, and to which file?</source>
      <translation>Welche Sitzung soll exportiert werden, und in welche Datei?</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>White space between passages.</source>
      <translation>Leerraum zwischen Stellen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>Who</source>
      <translation>Wer</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>Who came to another answer</source>
      <translation>Wer zu einer anderen Antwort kam</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Who took part, and what it cost</source>
      <translation>Wer teilnahm, und was es kostete</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>Why</source>
      <translation>Warum</translation>
    </message>
    <message>
      <location filename="app/engine/figures.py" />
      <source>Why it ended: {why}</source>
      <translation>Warum es endete: {why}</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>Why it was asked: {why}</source>
      <translation>Warum gefragt wurde: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Why it works</source>
      <translation>Warum es wirkt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>Why they differ: {why}</source>
      <translation>Warum sie sich unterscheiden: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>With it, 1 file below is deleted.</source>
      <translation>Damit wird 1 Datei darunter gelöscht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>With it, these are proposed:</source>
      <translation>Damit werden vorgeschlagen:</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>With it, {n} files below are deleted.</source>
      <translation>Damit werden {n} Dateien darunter gelöscht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>With the first acceptance it gets a repository of its own, inside that one.</source>
      <translation>Mit der ersten Annahme bekommt er ein eigenes Repository, in jenem.</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>With: {arguments}</source>
      <translation>Mit: {arguments}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>Word for word as in {text}.</source>
      <translation>Wortgleich mit: {text}.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>Words per file</source>
      <translation>Wörter je Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Words: {before} → {after}</source>
      <translation>Wörter: {before} → {after}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>Words: {before} → {after} ({share})</source>
      <translation>Wörter: {before} → {after} ({share})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Work on {title}</source>
      <translation>An {title} arbeiten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Work on…</source>
      <translation>Arbeiten an…</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Worked on by {names} and {last}.</source>
      <translation>Bearbeitet von {names} und {last}.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>Worked on by {name}.</source>
      <translation>Bearbeitet von {name}.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Workflow</source>
      <translation>Ablauf</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>Would help</source>
      <translation>Würde helfen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Would help: {text}</source>
      <translation>Würde helfen: {text}</translation>
    </message>
    <message>
      <location filename="app/cli/approving.py" />
      <source>Write --allow-server HOST or HOST:PORT.</source>
      <translation>Schreiben Sie --allow-server HOST oder HOST:PORT.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Write /undo, or /undo and the number of an iteration or its commit.</source>
      <translation>Schreiben Sie /undo, oder /undo und die Nummer einer Iteration oder ihren Commit.</translation>
    </message>
    <message>
      <location filename="app/cli/runs.py" />
      <source>Write FIELD=FOLDER, such as project=novel.</source>
      <translation>Schreiben Sie FELD=ORDNER, zum Beispiel project=roman.</translation>
    </message>
    <message>
      <location filename="app/services/typed_values.py" />
      <source>Write FIELD=VALUE with one of: {known}.</source>
      <translation>Schreiben Sie FELD=WERT mit einem von: {known}.</translation>
    </message>
    <message>
      <location filename="app/cli/batch_options.py" />
      <source>Write I/N, such as 2/4: the second of four.</source>
      <translation>Schreiben Sie I/N, etwa 2/4: der zweite von vier.</translation>
    </message>
    <message>
      <location filename="app/cli/tool_servers.py" />
      <source>Write NAME{sign}VALUE.</source>
      <translation>Schreiben Sie NAME{sign}WERT.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Write a file over; you see what that changes before you accept it</source>
      <translation>Eine Datei selbst schreiben; Sie sehen, was das ändert, bevor Sie es annehmen</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Write a line of headings, such as id,question, and a line for each question.</source>
      <translation>Schreiben Sie eine Zeile mit Überschriften, etwa id,question, und eine Zeile je Frage.</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>Write a note instead.</source>
      <translation>Schreiben Sie stattdessen eine Notiz.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>Write an object on one line, such as {example}.</source>
      <translation>Schreiben Sie ein Objekt in eine Zeile, etwa {example}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Write anew…</source>
      <translation>Neu schreiben…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Write it again, with all that the judge said so far</source>
      <translation>Noch einmal schreiben, mit allem, was die Jury bisher gesagt hat</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>Write it as {form} and answer again.</source>
      <translation>Schreiben Sie es als {form} und antworten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/cli/inputs.py" />
      <source>Write it behind the option, or @ and the name of a file that holds it.</source>
      <translation>Schreiben Sie es hinter die Option, oder @ und den Namen einer Datei, in der es steht.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>Write it like https://llm.example or http://127.0.0.1:4010.</source>
      <translation>Schreiben Sie sie wie https://llm.example oder http://127.0.0.1:4010.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Write it to a file.</source>
      <translation>Schreiben Sie in eine Datei.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>Write it to a folder.</source>
      <translation>Schreiben Sie in einen Ordner.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>Write it whole, like https://llm.example/v1 or http://127.0.0.1:4010/v1.</source>
      <translation>Schreiben Sie sie ganz, etwa https://llm.example/v1 oder http://127.0.0.1:4010/v1.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>Write it with characters of Unicode; nothing was changed.</source>
      <translation>Schreiben Sie es mit Zeichen aus Unicode; geändert wurde nichts.</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>Write more of the id.</source>
      <translation>Schreiben Sie mehr von der Kennung.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>Write more of the id; “roundtable list” shows them.</source>
      <translation>Schreiben Sie mehr von der Kennung; „roundtable list“ zeigt sie.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>Write the answer alone, or its forms with “|” between.</source>
      <translation>Schreiben Sie allein die Antwort, oder ihre Formen mit „|“ dazwischen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Write the files and commit them, with what you kept or wrote over in Changes</source>
      <translation>Die Dateien schreiben und festhalten, mit dem, was Sie in „Änderungen“ behalten oder überschrieben haben</translation>
    </message>
    <message>
      <location filename="app/settings/folders.py" />
      <source>Write the whole path.</source>
      <translation>Schreiben Sie den ganzen Pfad.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Write this level, and end.</source>
      <translation>Diese Ebene schreiben und aufhören.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Write what answers {question}.</source>
      <translation>Schreiben Sie, was {question} beantwortet.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Write what is to be assumed of {question}, or leave it open.</source>
      <translation>Schreiben Sie, was zu {question} angenommen werden soll, oder lassen Sie sie offen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/session_forms.py" />
      <source>Write where it is from the root on, or its name where it lies beside this one.</source>
      <translation>Schreiben Sie den ganzen Pfad, oder den Namen, wenn er neben diesem liegt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Write {command} and a number, as /check tells them.</source>
      <translation>Schreiben Sie {command} und eine Nummer, wie /check sie nennt.</translation>
    </message>
    <message>
      <location filename="app/services/typed_values.py" />
      <source>Write {name}=VALUE.</source>
      <translation>Schreiben Sie {name}=WERT.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Write {title}</source>
      <translation>{title} schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>Write {title} anew</source>
      <translation>{title} neu schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Write…</source>
      <translation>Schreiben…</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Writing</source>
      <translation>Schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>Written</source>
      <translation>Gesagt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Written from it since, kept and marked as stale: {levels}.</source>
      <translation>Seither daraus geschrieben; bleibt und wird als möglicherweise veraltet markiert: {levels}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/undoing_nodes.py" />
      <source>Written from it, and perhaps no longer fitting: {levels}.</source>
      <translation>Daraus geschrieben und vielleicht nicht mehr passend: {levels}.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>Written in</source>
      <translation>Geschrieben in</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>Written over by hand: {files}</source>
      <translation>Von Hand umgeschrieben: {files}</translation>
    </message>
    <message>
      <location filename="app/domain/marks.py" />
      <source>Wrong</source>
      <translation>Falsch</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Wrote a file over</source>
      <translation>Eine Datei selbst geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Wrote the plan over</source>
      <translation>Den Plan überschrieben</translation>
    </message>
    <message>
      <location filename="app/domain/asked_again.py" />
      <source>You are asked again: all that was planned is done.</source>
      <translation>Sie werden wieder gefragt: Alles Geplante ist getan.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>You are asked again: the cycles you allowed are done.</source>
      <translation>Sie werden wieder gefragt: Die erlaubten Zyklen sind vorbei.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>You are asked again: the iterations you allowed are done.</source>
      <translation>Sie werden wieder gefragt: Die erlaubten Iterationen sind vorbei.</translation>
    </message>
    <message>
      <location filename="app/domain/asked_again.py" />
      <source>You are asked again: the sum you allowed is spent.</source>
      <translation>Sie werden wieder gefragt: Die erlaubte Summe ist ausgegeben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>You asked</source>
      <translation>Sie verlangten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>You asked for</source>
      <translation>Sie verlangten</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>You have not approved that {who} asks the server {server} and sends it the value of {variable}.</source>
      <translation>Sie haben nicht freigegeben, dass {who} den Server {server} fragt und ihm den Wert von {variable} sendet.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>You have not approved that {who} asks the server {server}.</source>
      <translation>Sie haben nicht freigegeben, dass {who} den Server {server} fragt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>You said</source>
      <translation>Sie sagten</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>a call failed</source>
      <translation>ein Aufruf schlug fehl</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>a command, its arguments and values are one line each, without control characters</source>
      <translation>ein Befehl, seine Argumente und Werte sind je eine Zeile, ohne Steuerzeichen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>a file that exists; nothing quoted, or the quote not found</source>
      <translation>eine Datei, die es gibt; nichts zitiert, oder das Zitat nicht gefunden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>a history that is too long</source>
      <translation>ein zu langer Verlauf</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>a limit is reached</source>
      <translation>eine Grenze ist erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>a list</source>
      <translation>eine Liste</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>a list is needed</source>
      <translation>eine Liste wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>a merge, rebase or similar is under way</source>
      <translation>ein Merge, Rebase oder Ähnliches ist im Gang</translation>
    </message>
    <message>
      <location filename="app/export/marks.py" />
      <source>a model</source>
      <translation>ein Modell</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>a model did not answer</source>
      <translation>ein Modell hat nicht geantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>a number</source>
      <translation>eine Zahl</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>a number from {least} to {most}</source>
      <translation>eine Zahl von {least} bis {most}</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>a number from {least} to {most}, or “none”</source>
      <translation>eine Zahl von {least} bis {most}, oder „none“</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>a number is needed</source>
      <translation>eine Zahl wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>a plan to approve</source>
      <translation>ein Plan zur Freigabe</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>a question is open</source>
      <translation>eine Frage ist offen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>a repository inside another one?</source>
      <translation>ein Repository in einem anderen?</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>a server's name has small letters, digits, “-” and “_”, a letter first</source>
      <translation>der Name eines Servers hat kleine Buchstaben, Ziffern, „-“ und „_“, zuerst einen Buchstaben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>a summary must be shorter than the threshold; lower “Summarise down to”</source>
      <translation>eine Zusammenfassung muss kürzer sein als die Schwelle; senken Sie „Zusammenfassen auf“</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>a table of names and values is needed</source>
      <translation>eine Tabelle aus Namen und Werten wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>a text</source>
      <translation>ein Text</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>a text is needed</source>
      <translation>ein Text wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>a text of its own</source>
      <translation>einen eigenen Text</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>a tool is wanted</source>
      <translation>ein Werkzeug wird gewünscht</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>a tool server has either a command or an address</source>
      <translation>ein Werkzeugserver hat entweder einen Befehl oder eine Adresse</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/baselines.py" />
      <source>a vote</source>
      <translation>Abstimmung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>a whole number</source>
      <translation>eine ganze Zahl</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>a whole number from {least} to {most}</source>
      <translation>eine ganze Zahl von {least} bis {most}</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>a whole number is needed</source>
      <translation>eine ganze Zahl wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>above</source>
      <translation>weiter oben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>accept or reject</source>
      <translation>annehmen oder ablehnen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>accepted</source>
      <translation>angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>accepted earlier</source>
      <translation>früher angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>accepted once</source>
      <translation>einmal angenommen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>accepted {n} critique</source>
      <translation>nahm {n} Kritik an</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>accepted {n} critiques</source>
      <translation>nahm {n} Kritiken an</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>accepted {n} times</source>
      <translation>{n}-mal angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>accepted, then taken back</source>
      <translation>angenommen, dann zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>added</source>
      <translation>hinzugefügt</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>added {seat} to the table</source>
      <translation>nahm {seat} an den Tisch</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>addressed</source>
      <translation>aufgegriffen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>after every cycle</source>
      <translation>nach jedem Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>after every iteration</source>
      <translation>nach jeder Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>after every round</source>
      <translation>nach jeder Runde</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>after every {n} cycles</source>
      <translation>nach je {n} Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>after rounds in which an answer changed</source>
      <translation>nach Runden, in denen sich eine Antwort änderte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>after rounds with a conflict (a grave critique open, or the figure below the threshold)</source>
      <translation>nach Runden mit Konflikt (eine schwere Kritik offen, oder der Wert unter der Schwelle)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>agent assigned</source>
      <translation>Agent beauftragt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>agent ended</source>
      <translation>Agent fertig</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>agent permission changed</source>
      <translation>Recht eines Agenten geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>agents</source>
      <translation>Agenten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>all answered</source>
      <translation>alle beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>all criteria hold</source>
      <translation>alle Kriterien sind erfüllt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>all cycles are done</source>
      <translation>alle Zyklen sind fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>all messages of the cycles before</source>
      <translation>alle Nachrichten der Zyklen davor</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>all others</source>
      <translation>alle anderen</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>an address is written whole, like https://llm.example/v1</source>
      <translation>eine Adresse wird ganz geschrieben, etwa https://llm.example/v1</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>an address that begins with http:// or https:// and names a host, without a name and password</source>
      <translation>eine Adresse, die mit http:// oder https:// beginnt und einen Rechner nennt, ohne Name und Passwort</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>an agent</source>
      <translation>ein Agent</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>an agent has it</source>
      <translation>ein Agent hat sie</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>an object</source>
      <translation>ein Objekt</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>an unknown price</source>
      <translation>einen unbekannten Preis</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>an unknown sum</source>
      <translation>ein unbekannter Betrag</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>analysed</source>
      <translation>untersucht</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>and {n} call of unknown price</source>
      <translation>und {n} Aufruf mit unbekanntem Preis</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>and {n} calls of unknown price</source>
      <translation>und {n} Aufrufe mit unbekanntem Preis</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>and {n} more</source>
      <translation>und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/engine/baselines.py" />
      <source>another way</source>
      <translation>einem anderen Weg</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>answer</source>
      <translation>Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>answer given</source>
      <translation>Antwort gegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>answered beforehand</source>
      <translation>vorab beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>answering</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>answers are counted where there is no critique; switch “Rounds of critique” off</source>
      <translation>Antworten werden nur ohne Kritik gezählt; schalten Sie „Runden mit Kritik“ aus</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>answers changed</source>
      <translation>Antworten geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>answers counted</source>
      <translation>Antworten gezählt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>answers graded</source>
      <translation>Antworten bewertet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>answers kept</source>
      <translation>Antworten beibehalten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>answers ranked</source>
      <translation>Antworten gereiht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>approved</source>
      <translation>freigegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>approved by the judge</source>
      <translation>von der Jury gebilligt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>approves</source>
      <translation>billigt es</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>architect</source>
      <translation>Architektur</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log_words.py" />
      <source>as good</source>
      <translation>ebenso gut</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>as of cycle {n}</source>
      <translation>Stand Zyklus {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>as planned</source>
      <translation>wie geplant</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>asked by {names}</source>
      <translation>gefragt von {names}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>asked for again and again</source>
      <translation>immer wieder verlangt</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>asked for “{what}”</source>
      <translation>verlangte „{what}“</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>asked to be asked again</source>
      <translation>wollte wieder gefragt werden</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>asked to stop</source>
      <translation>verlangte anzuhalten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>asking questions</source>
      <translation>Fragen stellen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>asks for a revision</source>
      <translation>verlangt eine Überarbeitung</translation>
    </message>
    <message>
      <location filename="app/documents/places.py" />
      <source>at #{id}</source>
      <translation>bei #{id}</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>at least {low} is needed</source>
      <translation>mindestens {low} wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>at least {n} characters are needed</source>
      <translation>mindestens {n} Zeichen werden gebraucht</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>at least {n} entries are needed</source>
      <translation>mindestens {n} Einträge werden gebraucht</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>at most {high} is allowed</source>
      <translation>erlaubt ist höchstens {high}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>at most {n}</source>
      <translation>höchstens {n}</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>at most {n} characters are allowed</source>
      <translation>höchstens {n} Zeichen sind erlaubt</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>at most {n} entries are allowed</source>
      <translation>höchstens {n} Einträge sind erlaubt</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>attempt</source>
      <translation>Versuch</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>attempt {n}</source>
      <translation>Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>attempts per acceptance</source>
      <translation>Versuche je Annahme</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>auto approve changed</source>
      <translation>Freigabe von selbst geändert</translation>
    </message>
    <message>
      <location filename="app/projections/reporting.py" />
      <source>background written by the person</source>
      <translation>Hintergrund von der Person</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>because the time to answer was over</source>
      <translation>weil die Zeit für eine Antwort vorbei war</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>before the critiques</source>
      <translation>vor den Kritiken</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>before the first {noun}</source>
      <translation>vor dem Beginn ({noun} 1)</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>before the first {noun} and in </source>
      <translation>vor dem Beginn ({noun} 1) und in </translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>before the report</source>
      <translation>vor dem Bericht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>below 0.75</source>
      <translation>unter 0.75</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log_words.py" />
      <source>better</source>
      <translation>besser</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>both stand</source>
      <translation>beide gelten</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>by an agent</source>
      <translation>von einem Agenten</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>by an answer prepared in a file</source>
      <translation>durch eine vorbereitete Antwort aus einer Datei</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>by the agent {agent}</source>
      <translation>vom Agenten {agent}</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>by the gate policy, without asking</source>
      <translation>nach der Regel, ohne zu fragen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>by the person</source>
      <translation>durch die Person</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call asked</source>
      <translation>Aufruf begonnen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call cancelled</source>
      <translation>Aufruf abgebrochen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call completed</source>
      <translation>Aufruf fertig</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call failed</source>
      <translation>Aufruf fehlgeschlagen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call interrupted</source>
      <translation>Aufruf unterbrochen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call resolved</source>
      <translation>Über Aufruf entschieden</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>call stop requested</source>
      <translation>Halt eines Aufrufs verlangt</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>calls to decide</source>
      <translation>Aufrufe zu entscheiden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>carried findings checked</source>
      <translation>Übernommenes geprüft</translation>
    </message>
    <message>
      <location filename="app/documents/places.py" />
      <source>cell {n}</source>
      <translation>Zelle {n}</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>changed</source>
      <translation>geändert</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>changed a limit</source>
      <translation>änderte eine Grenze</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>changed its answer</source>
      <translation>hat seine Antwort geändert</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>changes reviewed</source>
      <translation>Änderungen angesehen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>characters it wrote into the memory</source>
      <translation>Zeichen, die er ins Gedächtnis schrieb</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>characters the agent wrote as answers</source>
      <translation>Zeichen, die der Agent als Antworten schrieb</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>checked</source>
      <translation>geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>checked citations</source>
      <translation>geprüfte Belege</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>checked, moved</source>
      <translation>geprüft, verschoben</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>checked; it stands at these lines, not where the agent said</source>
      <translation>geprüft; es steht in diesen Zeilen, nicht wo der Agent es sagte</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>checking citations</source>
      <translation>Belege prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>choose the folder to study</source>
      <translation>wählen Sie den Ordner, der untersucht werden soll</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>choosing among drafts</source>
      <translation>unter Entwürfen wählen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>citation</source>
      <translation>Beleg</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gap_words.py" />
      <source>citation gone</source>
      <translation>Beleg weg</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>citations</source>
      <translation>Belege</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>claims checked</source>
      <translation>Aussagen geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>closed</source>
      <translation>geschlossen</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>closed without an answer</source>
      <translation>ohne Antwort geschlossen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>command asked</source>
      <translation>Auftrag gegeben</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>command ended</source>
      <translation>Auftrag zu Ende</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>command held</source>
      <translation>Auftrag wartet</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>command resumed</source>
      <translation>Auftrag geht weiter</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>comments were left out</source>
      <translation>Kommentare wurden weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>commit {id}</source>
      <translation>Commit {id}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>comparing facts</source>
      <translation>vergleicht Tatsachen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>comparing findings</source>
      <translation>Befunde vergleichen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>comparing reflections</source>
      <translation>vergleicht Reflexionen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>comparing the final answer with round 1</source>
      <translation>Schlussantwort mit Runde 1 vergleichen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>comparing the texts</source>
      <translation>vergleicht die Texte</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>confidence {n}</source>
      <translation>Verlässlichkeit {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>confirmed</source>
      <translation>bestätigt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>confirmed by the agent {agent}</source>
      <translation>bestätigt vom Agenten {agent}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>confirmed by the person</source>
      <translation>von der Person bestätigt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>confirmed by you</source>
      <translation>von Ihnen bestätigt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>conflict</source>
      <translation>Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>conflict decided</source>
      <translation>Über Widerspruch entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>conflicts</source>
      <translation>Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>context is missing</source>
      <translation>Kontext fehlt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>contradiction</source>
      <translation>Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>converged</source>
      <translation>konvergiert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>converged early</source>
      <translation>früh konvergiert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>convergence</source>
      <translation>Konvergenz</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>cost</source>
      <translation>Kosten</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>cost and performance</source>
      <translation>Kosten und Leistung</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>costs nothing</source>
      <translation>kostet nichts</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>counted by this program</source>
      <translation>von diesem Programm gezählt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gap_words.py" />
      <source>counter-search</source>
      <translation>Gegensuche</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>counter-search: {n} against</source>
      <translation>Gegensuche: {n} dagegen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>coverage</source>
      <translation>Abdeckung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>coverage in %</source>
      <translation>Abdeckung in %</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>coverage {value}, needed {n}</source>
      <translation>Abdeckung {value}, nötig {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>criteria tested</source>
      <translation>Kriterien geprüft</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>criterion measured</source>
      <translation>Messwert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>critical</source>
      <translation>kritisch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>critical findings</source>
      <translation>kritische Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>critical questions</source>
      <translation>kritische Fragen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>critique answered</source>
      <translation>Kritik beantwortet</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>critique decided</source>
      <translation>Über Kritik entschieden</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>critique filed</source>
      <translation>Kritik geübt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>critiques to decide</source>
      <translation>Kritiken zu entscheiden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>critiquing</source>
      <translation>Kritik</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>cycle</source>
      <translation>Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>cycle ended</source>
      <translation>Zyklus zu Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>cycle {n} to decide</source>
      <translation>Zyklus {n} zu entscheiden</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>cycle {which}</source>
      <translation>Zyklus {which}</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>cycles</source>
      <translation>Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>cycles done</source>
      <translation>Zyklen fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>cycles done again</source>
      <translation>wiederholte Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>cycles ended by the limit of tool calls</source>
      <translation>Zyklen, die an der Grenze der Werkzeugaufrufe endeten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>cycles planned</source>
      <translation>Zyklen geplant</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>cycles summarised</source>
      <translation>Zyklen zusammengefasst</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>cycles {which}</source>
      <translation>Zyklen {which}</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>data modelling</source>
      <translation>Datenmodell</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>decision withdrawn</source>
      <translation>Entscheidung zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>deferred</source>
      <translation>vertagt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>deferred {n} critique</source>
      <translation>stellte {n} Kritik zurück</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>deferred {n} critiques</source>
      <translation>stellte {n} Kritiken zurück</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>deleted</source>
      <translation>gelöscht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>deleted, it had {n} words</source>
      <translation>gelöscht, sie hatte {n} Wörter</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>dismissed</source>
      <translation>verworfen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>dismissed {n} critique</source>
      <translation>verwarf {n} Kritik</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>dismissed {n} critiques</source>
      <translation>verwarf {n} Kritiken</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>disputed</source>
      <translation>strittig</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>does not support it</source>
      <translation>stützt es nicht</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>dollars for one session</source>
      <translation>Dollar je Sitzung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>done</source>
      <translation>fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft attempted</source>
      <translation>Versuch geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft begun</source>
      <translation>Iteration begonnen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft below decided</source>
      <translation>Über untere Ebenen entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft chosen</source>
      <translation>Fassung gewählt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft continuity checked</source>
      <translation>Stimmigkeit geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft decided</source>
      <translation>Über Entwurf entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft edited outside</source>
      <translation>Außerhalb geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft effects found</source>
      <translation>Folgen gefunden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft ended</source>
      <translation>Iteration zu Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft explained</source>
      <translation>Änderungen erklärt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft finalized</source>
      <translation>Übernommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft finding decided</source>
      <translation>Über Fundstelle entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft held</source>
      <translation>Entwurf zurückgehalten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft history condensed</source>
      <translation>Verlauf verdichtet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft judged</source>
      <translation>Entwurf beurteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft moved</source>
      <translation>Ebene gewechselt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft planned</source>
      <translation>Plan geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft project read</source>
      <translation>Projekt gelesen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft ranked</source>
      <translation>Fassungen gereiht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft refused</source>
      <translation>Entwurf verweigert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft stale cleared</source>
      <translation>Vermerk „veraltet“ gelöscht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft target set</source>
      <translation>Ziel gesetzt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft undo begun</source>
      <translation>Zurücknehmen begonnen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft undo wanted</source>
      <translation>Zurücknehmen verlangt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft undone</source>
      <translation>Zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft verdict</source>
      <translation>Urteil der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>draft written</source>
      <translation>Entwurf geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/record_words.py" />
      <source>draft written over</source>
      <translation>Von Hand überschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>draft {n} of {all} entered the round{why}</source>
      <translation>Entwurf {n} von {all} kam in die Runde{why}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>each cycle is given</source>
      <translation>jeder Zyklus bekommt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>each member's own</source>
      <translation>bei jedem Mitglied das eigene</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>earlier</source>
      <translation>früher</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>effect asked</source>
      <translation>Wirkung begonnen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>effect completed</source>
      <translation>Wirkung eingetreten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>empty</source>
      <translation>leer</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>evidence is missing</source>
      <translation>Nachweis fehlt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>explaining what changed</source>
      <translation>erklärt, was sich geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>explore</source>
      <translation>Erkundung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>exploring</source>
      <translation>Erkunden</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log_words.py" />
      <source>failed</source>
      <translation>ausgefallen</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>fields had other names</source>
      <translation>Felder hatten andere Namen</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>figure</source>
      <translation>Zahl</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>figures or words were given in another form</source>
      <translation>Zahlen oder Wörter waren in anderer Form angegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>files analysed</source>
      <translation>untersuchte Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>files in all</source>
      <translation>Dateien insgesamt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>files it changed</source>
      <translation>Dateien, die sie geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>files nobody read</source>
      <translation>Dateien, die niemand las</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>files that matter</source>
      <translation>Dateien, auf die es ankommt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>final compared</source>
      <translation>Schlussantwort verglichen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>finding</source>
      <translation>Befund</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>finding citations</source>
      <translation>Belege suchen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>finding decided</source>
      <translation>Über Befund entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>findings</source>
      <translation>Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>findings compared</source>
      <translation>Befunde verglichen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>findings contradict each other</source>
      <translation>Befunde widersprechen sich</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>for an agent: {role}</source>
      <translation>für einen Agenten: {role}</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>for {n} {noun} at most</source>
      <translation>für höchstens {n} {noun}</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>found {seat}'s answer {rating}</source>
      <translation>fand die Antwort von {seat} {rating}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>free</source>
      <translation>kostenlos</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>from {share} % of the text on</source>
      <translation>ab {share} % des Textes</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/other_answers.py" />
      <source>from “{before}” to “{after}”, without saying why</source>
      <translation>von „{before}“ zu „{after}“, ohne Begründung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/other_answers.py" />
      <source>from “{before}” to “{after}”: a source or fact it had not weighed</source>
      <translation>von „{before}“ zu „{after}“: eine Quelle oder Tatsache, die fehlte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/other_answers.py" />
      <source>from “{before}” to “{after}”: an error in its answer</source>
      <translation>von „{before}“ zu „{after}“: ein Fehler in der Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/other_answers.py" />
      <source>from “{before}” to “{after}”: the reasons of others</source>
      <translation>von „{before}“ zu „{after}“: die Gründe anderer</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>gap decided</source>
      <translation>Über Lücke entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>gaps</source>
      <translation>Lücken</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>gaps listed</source>
      <translation>Lücken aufgezählt</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>gate answered</source>
      <translation>Entschieden</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>gate opened</source>
      <translation>Entscheidung verlangt</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>gave guidance</source>
      <translation>gab eine Vorgabe</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>gave {seat} another model</source>
      <translation>gab {seat} ein anderes Modell</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>generalist</source>
      <translation>Allgemeines</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>generated</source>
      <translation>erzeugt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>given up</source>
      <translation>aufgegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>gone: “{text}”</source>
      <translation>weg: „{text}“</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>good</source>
      <translation>gut</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>grading by the rubric</source>
      <translation>Bewerten nach dem Maßstab</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>guidance given</source>
      <translation>Vorgabe gemacht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/pooling.py" />
      <source>has files that nobody else was given, and did not tell the others what is in them</source>
      <translation>hat Dateien, die sonst niemand bekam, und sagte den anderen nicht, was darin steht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>has questions for you</source>
      <translation>hat Fragen an Sie</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>headers are for a server with an address; a program has variables (env)</source>
      <translation>Kopfzeilen sind für einen Server mit Adresse; ein Programm hat Variablen (env)</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>here</source>
      <translation>hier</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>hidden</source>
      <translation>verborgen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>high</source>
      <translation>hoch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>high confidence was reached early</source>
      <translation>hohe Verlässlichkeit wurde früh erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>history summarised</source>
      <translation>Verlauf zusammengefasst</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>history too long</source>
      <translation>Verlauf zu lang</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>holds: {what}</source>
      <translation>erfüllt: {what}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>id</source>
      <translation>Kennung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>ignored by git</source>
      <translation>von git übergangen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>important</source>
      <translation>wichtig</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>in an open conflict</source>
      <translation>in einem offenen Widerspruch</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>in another process</source>
      <translation>in einem anderen Prozess</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>in parts</source>
      <translation>in Teilen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>in work</source>
      <translation>in Arbeit</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>in {where}</source>
      <translation>in {where}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>inference only</source>
      <translation>nur Schlussfolgerung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>info</source>
      <translation>Hinweis</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>informational</source>
      <translation>zur Information</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>intended</source>
      <translation>so gewollt</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>interrupted</source>
      <translation>unterbrochen</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>it broke off: what was whole was read</source>
      <translation>sie brach ab: Was ganz war, wurde gelesen</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>it came as a list</source>
      <translation>sie kam als Liste</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>it ended</source>
      <translation>endete</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>it ended before all criteria held</source>
      <translation>es endete, bevor alle Kriterien erfüllt waren</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>it ended: {reason}</source>
      <translation>Ende: {reason}</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>it had no known form and was put into words</source>
      <translation>sie hatte keine bekannte Form und wurde in Worte gefasst</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>it has more than {n} loose objects</source>
      <translation>es hat mehr als {n} lose Objekte</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_file.py" />
      <source>it has no list “iterations” of entries</source>
      <translation>es hat keine Liste „iterations“ von Einträgen</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>it is a bare repository, without files</source>
      <translation>es ist ein bloßes Repository ohne Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/research/scoping.py" />
      <source>it is empty</source>
      <translation>er ist leer</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_file.py" />
      <source>it is nested too deeply</source>
      <translation>es ist zu tief verschachtelt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_file.py" />
      <source>it is no JSON from line {n} on</source>
      <translation>es ist ab Zeile {n} kein JSON</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_file.py" />
      <source>it is no JSON that can be read</source>
      <translation>es ist kein lesbares JSON</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_file.py" />
      <source>it is no UTF-8 text</source>
      <translation>es ist kein UTF-8-Text</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>it is not whole: there is no {file}</source>
      <translation>es ist nicht vollständig: {file} fehlt</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>it is shallow</source>
      <translation>es ist ein flacher Klon</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>it keeps its branches in another form</source>
      <translation>es hält seine Zweige in einer anderen Form</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>it keeps its objects by another kind of hash</source>
      <translation>es hält seine Objekte mit einer anderen Art von Prüfsumme</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>it stands at these lines now</source>
      <translation>es steht jetzt in diesen Zeilen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>it stood there in the earlier research, and no longer does</source>
      <translation>es stand dort bei der früheren Recherche und steht dort nicht mehr</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>it was JSON within a text</source>
      <translation>es war JSON in einem Text</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>it was asked a second time, for the first reply could not be read</source>
      <translation>es wurde ein zweites Mal gefragt, denn die erste Antwort war nicht lesbar</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>it was wrapped in another object</source>
      <translation>sie steckte in einem anderen Objekt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/again.py" />
      <source>it was written by a newer version of the program; update this one</source>
      <translation>es wurde von einer neueren Version des Programms geschrieben; aktualisieren Sie diese</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>iteration</source>
      <translation>Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>iteration {n}</source>
      <translation>Iteration {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>iteration {n} to decide</source>
      <translation>Iteration {n} zu entscheiden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>iteration {n}, attempt {a}</source>
      <translation>Iteration {n}, Versuch {a}</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>iterations</source>
      <translation>Iterationen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>iterations accepted</source>
      <translation>angenommene Iterationen</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>its .git leads elsewhere: a linked work tree, a submodule or a link</source>
      <translation>sein .git führt woandershin: ein verknüpfter Arbeitsbaum, ein Submodul oder eine Verknüpfung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>its agent failed</source>
      <translation>ihr Agent ist ausgefallen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>its attempts</source>
      <translation>ihre Versuche</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>its certificate is not trusted: {why}</source>
      <translation>seinem Zertifikat wird nicht vertraut: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>its commit</source>
      <translation>ihr Commit</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>its configuration is too large</source>
      <translation>seine Konfiguration ist zu groß</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>its files are said to lie elsewhere (core.worktree)</source>
      <translation>seine Dateien sollen woanders liegen (core.worktree)</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>its history lies elsewhere</source>
      <translation>sein Verlauf liegt woanders</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>its thoughts were left out</source>
      <translation>die Gedanken wurden weggelassen</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>its tool calls were read out of its text</source>
      <translation>die Werkzeugaufrufe wurden aus dem Text gelesen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>its word could not be read</source>
      <translation>ihr Urteil war nicht lesbar</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>its {file} is a link or no folder</source>
      <translation>{file} darin ist eine Verknüpfung oder kein Ordner</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>its {file} is a link or no regular file</source>
      <translation>{file} darin ist eine Verknüpfung oder keine gewöhnliche Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>judging</source>
      <translation>Urteil</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>judging the questions</source>
      <translation>Fragen beurteilen</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>kept {seat}'s previous answer</source>
      <translation>behielt die vorige Antwort von {seat}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>keys and passwords</source>
      <translation>Schlüssel und Passwörter</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>knowledge pooled</source>
      <translation>Wissen geteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>left open</source>
      <translation>offen gelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>left open by a verification</source>
      <translation>von einer Prüfung offengelassen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>left out</source>
      <translation>weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>left out by you</source>
      <translation>von Ihnen weggelassen</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>left {seat} out</source>
      <translation>ließ {seat} aus</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>less than {high} is needed</source>
      <translation>weniger als {high} wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>let {rounds} be approved without asking</source>
      <translation>ließ {rounds} ohne Rückfrage freigeben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>letters dealt</source>
      <translation>Buchstaben verteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>level of the newest iteration</source>
      <translation>Ebene der neuesten Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>level worked on</source>
      <translation>Ebene in Arbeit</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>limit changed</source>
      <translation>Grenze geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>line {n}</source>
      <translation>Zeile {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>lines +{added} −{removed}, {before} → {after} words</source>
      <translation>Zeilen +{added} −{removed}, {before} → {after} Wörter</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>lines +{added} −{removed}, {before} → {after} words ({share})</source>
      <translation>Zeilen +{added} −{removed}, {before} → {after} Wörter ({share})</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gap_words.py" />
      <source>lines do not support it</source>
      <translation>Zeilen stützen es nicht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>lines it changed</source>
      <translation>Zeilen, die sie geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>lines {first}–{last}</source>
      <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>lines {n}–{last}</source>
      <translation>Zeilen {n}–{last}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>links</source>
      <translation>Verknüpfungen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>looked into</source>
      <translation>angesehen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>looking at performance</source>
      <translation>Leistung untersuchen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>looking at security</source>
      <translation>Sicherheit untersuchen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>looking for patterns</source>
      <translation>Muster suchen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>looking through the folder</source>
      <translation>Ordner durchsehen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>looking what it affects</source>
      <translation>sieht nach, was es betrifft</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>looking which answers are the same</source>
      <translation>gleiche Antworten suchen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>low</source>
      <translation>niedrig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>major</source>
      <translation>groß</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>marked {n} passage</source>
      <translation>markierte {n} Stelle</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>marked {n} passages</source>
      <translation>markierte {n} Stellen</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>may cost an unknown sum</source>
      <translation>kann einen unbekannten Betrag kosten</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>may cost {cost}</source>
      <translation>kann {cost} kosten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>mean confidence</source>
      <translation>mittlere Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>mean confidence in %</source>
      <translation>mittlere Verlässlichkeit in %</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>mean confidence {value}, needed {n}</source>
      <translation>mittlere Verlässlichkeit {value}, nötig {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>measuring how alike findings are</source>
      <translation>Ähnlichkeit der Befunde messen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>medium</source>
      <translation>mittel</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>memory operations</source>
      <translation>Zugriffe auf das Gedächtnis</translation>
    </message>
    <message>
      <location filename="app/documents/places.py" />
      <source>message {n}</source>
      <translation>Nachricht {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>messages in the history</source>
      <translation>Nachrichten im Verlauf</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>messages to the operator</source>
      <translation>Nachrichten an den Betreuer</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>met</source>
      <translation>erfüllt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>minor</source>
      <translation>klein</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>minor wording change</source>
      <translation>nur im Wortlaut geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>missing context</source>
      <translation>fehlender Kontext</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>missing evidence</source>
      <translation>fehlender Nachweis</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>model answered</source>
      <translation>Modell antwortete</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>moderate</source>
      <translation>mittel</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>more than {low} and at most {high} is allowed</source>
      <translation>erlaubt ist mehr als {low} und höchstens {high}</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>more than {low} is needed</source>
      <translation>mehr als {low} wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>must have checked</source>
      <translation>Muss-Kriterium geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>name a file that lies in the folder itself and ends in {list}</source>
      <translation>nennen Sie eine Datei, die in dem Ordner selbst liegt und auf {list} endet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>name the folder of the text</source>
      <translation>nennen Sie den Ordner des Textes</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>names that are no text</source>
      <translation>Namen, die kein Text sind</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>narrowed by {names}</source>
      <translation>eingeschränkt durch {names}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>needed {n}</source>
      <translation>nötig {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>needed {n} %</source>
      <translation>nötig {n} %</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>needs revision</source>
      <translation>braucht Überarbeitung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>neither</source>
      <translation>keine von beiden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>neither is better</source>
      <translation>keine ist besser</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>neither stands</source>
      <translation>keiner gilt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>never</source>
      <translation>nie</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>never opened</source>
      <translation>nie geöffnet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>never, every round was approved without asking</source>
      <translation>nie, jede Runde wurde ohne Rückfrage freigegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>new</source>
      <translation>neu</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>new, {n} words</source>
      <translation>neu, {n} Wörter</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>new: “{text}”</source>
      <translation>neu: „{text}“</translation>
    </message>
    <message>
      <location filename="app/engine/figures.py" />
      <source>no</source>
      <translation>nein</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>no answer came</source>
      <translation>es kam keine Antwort</translation>
    </message>
    <message>
      <location filename="app/store/git_checks.py" />
      <source>no branch is checked out (a detached HEAD)</source>
      <translation>kein Zweig ist ausgecheckt (ein loser HEAD)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>no citation</source>
      <translation>ohne Beleg</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>no connection</source>
      <translation>keine Verbindung</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>no connection in time</source>
      <translation>keine rechtzeitige Verbindung</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>no encrypted connection</source>
      <translation>keine verschlüsselte Verbindung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>no figure</source>
      <translation>kein Wert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>no file</source>
      <translation>keine Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>no file of the folder</source>
      <translation>keine Datei des Ordners</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>no limit</source>
      <translation>keine Grenze</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>no longer fits</source>
      <translation>passt nicht mehr</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>no longer in the text</source>
      <translation>nicht mehr im Text</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>no name and no password stand in an address: make them a secret header</source>
      <translation>in einer Adresse steht kein Name und kein Passwort: machen Sie daraus eine geheime Kopfzeile</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>no new text</source>
      <translation>kein neuer Text</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>no ordinary files</source>
      <translation>keine gewöhnlichen Dateien</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>no reply</source>
      <translation>keine Erwiderung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>no reply yet</source>
      <translation>noch keine Erwiderung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>no round was run: the token budget was used up by the questions; the chair answers alone</source>
      <translation>es gab keine Runde: Die Fragen haben die Token aufgebraucht; der Vorsitz antwortet allein</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>no text</source>
      <translation>kein Text</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>no, all planned rounds were to be run</source>
      <translation>nein, alle geplanten Runden sollten laufen</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>nobody is known by this name</source>
      <translation>unter diesem Namen ist niemand bekannt</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>node entered</source>
      <translation>Schritt begonnen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>node left</source>
      <translation>Schritt zu Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>none of the options fits</source>
      <translation>keine der Möglichkeiten passt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>none: words are compared</source>
      <translation>keines: Wörter werden verglichen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>not a file of the folder</source>
      <translation>keine Datei des Ordners</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>not answered</source>
      <translation>nicht beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>not approved by the judge</source>
      <translation>von der Jury nicht gebilligt</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>not begun</source>
      <translation>nicht begonnen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>not chosen</source>
      <translation>nicht gewählt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>not converged</source>
      <translation>nicht konvergiert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>not done</source>
      <translation>nicht fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>not found there</source>
      <translation>dort nicht gefunden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>not in these sources</source>
      <translation>nicht in diesen Quellen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>not judged</source>
      <translation>nicht beurteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>not judged yet</source>
      <translation>noch nicht beurteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>not read</source>
      <translation>nicht gelesen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>not sure: they are to assume something sensible</source>
      <translation>nicht sicher: Sie sollen etwas Vernünftiges annehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>not verified</source>
      <translation>nicht geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>not written yet</source>
      <translation>noch nicht geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>not yet: {what}</source>
      <translation>noch nicht: {what}</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>note</source>
      <translation>Notiz</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>note added</source>
      <translation>Notiz geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>notes in the memory</source>
      <translation>Notizen im Gedächtnis</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>nothing against it was found when looked for</source>
      <translation>auf der Suche nach Gegenbelegen fand sich nichts</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>nothing arrived</source>
      <translation>nichts ist angekommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>nothing differs from what is there</source>
      <translation>nichts weicht von dem ab, was da ist</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>nothing is graded</source>
      <translation>nichts wird bewertet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>nothing quoted</source>
      <translation>nichts zitiert</translation>
    </message>
    <message>
      <location filename="app/export/composing.py" />
      <source>nothing yet</source>
      <translation>noch nichts</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>novel, report or document.</source>
      <translation>novel, report oder document.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>now: {text}</source>
      <translation>jetzt: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>null</source>
      <translation>null</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>of</source>
      <translation>von</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>of it {sum} at worst</source>
      <translation>davon {sum} im schlimmsten Fall</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>of several answers the last was read</source>
      <translation>von mehreren Antworten wurde die letzte gelesen</translation>
    </message>
    <message>
      <location filename="app/services/one_session.py" />
      <source>off</source>
      <translation>aus</translation>
    </message>
    <message>
      <location filename="app/services/one_session.py" />
      <source>on</source>
      <translation>an</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>one answer each</source>
      <translation>je eine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>one checked citation</source>
      <translation>ein geprüfter Beleg</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>one checked citation, confirmed by another agent or later</source>
      <translation>ein geprüfter Beleg, bestätigt von einem anderen Agenten oder später</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>one file alone is a single document, and has no levels</source>
      <translation>eine Datei allein ist ein einzelnes Dokument und hat keine Ebenen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>one line of text</source>
      <translation>eine Zeile Text</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/baselines.py" />
      <source>one member alone</source>
      <translation>ein Mitglied allein</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>one of these is needed: {choices}</source>
      <translation>eines davon wird gebraucht: {choices}</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>one of: {names}</source>
      <translation>eines von: {names}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>one place</source>
      <translation>einer Stelle</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>one that does not write</source>
      <translation>eines, das nicht schreibt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>open</source>
      <translation>offen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>open conflicts</source>
      <translation>offene Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>open question</source>
      <translation>offene Frage</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>open, as no agent has verified it</source>
      <translation>offen, da kein Agent ihn geprüft hat</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>oracle</source>
      <translation>Orakel</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>over the judge</source>
      <translation>gegen die Jury</translation>
    </message>
    <message>
      <location filename="app/documents/places.py" />
      <source>page {n}</source>
      <translation>Seite {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>partial</source>
      <translation>teilweise</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>partly answered</source>
      <translation>teilweise beantwortet</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>parts that could not be read were left out</source>
      <translation>Teile, die nicht lesbar waren, wurden weggelassen</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>passes</source>
      <translation>erfüllt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>pattern</source>
      <translation>Muster</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>pattern unclear</source>
      <translation>Muster unklar</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>paused</source>
      <translation>pausiert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>performance</source>
      <translation>Leistung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>performance is uncertain</source>
      <translation>die Leistung ist ungewiss</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>plan changed</source>
      <translation>Plan geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>planning</source>
      <translation>plant</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>planning the files</source>
      <translation>plant die Dateien</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>poor</source>
      <translation>schwach</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>project</source>
      <translation>Projekt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>prompt assembled</source>
      <translation>Prompt zusammengestellt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>prompt shortened</source>
      <translation>Prompt gekürzt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>put first by the judge</source>
      <translation>von der Jury vorn gesehen</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>put their own text in place of {seat}'s{taken}</source>
      <translation>setzte einen eigenen Text an die Stelle dessen von {seat}{taken}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>put together by you</source>
      <translation>von Ihnen zusammengestellt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>question answered</source>
      <translation>Frage beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>question asked</source>
      <translation>Frage gestellt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>questions</source>
      <translation>Fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>questions dropped</source>
      <translation>Fragen ausgelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>questions judged</source>
      <translation>Fragen beurteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>questions settled</source>
      <translation>geklärte Fragen</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>read from its headings and lines, for it was no JSON</source>
      <translation>aus Überschriften und Zeilen gelesen, denn es war kein JSON</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>read from its tags, for it was no JSON</source>
      <translation>aus ihren Tags gelesen, denn es war kein JSON</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>read out of a code fence</source>
      <translation>aus einem Codeblock gelesen</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>reading failed</source>
      <translation>Lesen misslungen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>reading for facts</source>
      <translation>liest auf Tatsachen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>reading the brief</source>
      <translation>Auftrag lesen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>reading the folder</source>
      <translation>liest den Ordner</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>ready for feedback</source>
      <translation>bereit für Rückmeldung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>redo asked</source>
      <translation>Wiederholung verlangt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>refinement noted</source>
      <translation>Überarbeitung erklärt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>refining</source>
      <translation>Überarbeiten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>reflection</source>
      <translation>Reflexion</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>reflections embedded</source>
      <translation>Reflexionen eingebettet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>rejected</source>
      <translation>abgelehnt</translation>
    </message>
    <message>
      <location filename="app/export/interventions.py" />
      <source>rejected the attempt</source>
      <translation>lehnte den Versuch ab</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>repaired: Python words in place of JSON’s</source>
      <translation>repariert: Python-Wörter statt derer von JSON</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>repaired: a comma too many</source>
      <translation>repariert: ein Komma zu viel</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>repaired: line breaks within a text</source>
      <translation>repariert: Zeilenumbrüche in einem Text</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>repaired: quotation marks</source>
      <translation>repariert: Anführungszeichen</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>repaired: slips in its JSON, such as a missing bracket or comma</source>
      <translation>repariert: Fehler im JSON, etwa eine fehlende Klammer oder ein Komma</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>reply mended</source>
      <translation>Antwort lesbar gemacht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>report</source>
      <translation>Bericht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>report counted</source>
      <translation>Bericht ausgezählt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>research ended</source>
      <translation>Recherche zu Ende</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>result judged</source>
      <translation>Ergebnis beurteilt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>result stated</source>
      <translation>Ergebnis festgehalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>revised</source>
      <translation>überarbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>revised a little</source>
      <translation>ein wenig überarbeitet</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>right</source>
      <translation>richtig</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>risk and evidence</source>
      <translation>Risiken und Belege</translation>
    </message>
    <message>
      <location filename="app/engine/exporting.py" />
      <source>round</source>
      <translation>Runde</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>round (1: before any critique)</source>
      <translation>Runde (1: vor jeder Kritik)</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>round closed</source>
      <translation>Runde zu Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>round limit reached</source>
      <translation>Rundengrenze erreicht</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>round opened</source>
      <translation>Runde begonnen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>round {n}</source>
      <translation>Runde {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>round {n} is not finished; what has been answered in it is kept, and not part of this report</source>
      <translation>Runde {n} ist nicht abgeschlossen; was darin geantwortet wurde, ist aufgehoben und steht nicht in diesem Bericht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>round {n} of {limit}</source>
      <translation>Runde {n} von {limit}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>round {n} to decide</source>
      <translation>Runde {n} zu entscheiden</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>rounds</source>
      <translation>Runden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>rounds at most</source>
      <translation>Runden höchstens</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>rounds done</source>
      <translation>Runden fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>run</source>
      <translation>Lauf</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>run halted</source>
      <translation>Lauf hält</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>run started</source>
      <translation>Lauf begonnen</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>running</source>
      <translation>laufend</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>sat out</source>
      <translation>setzte aus</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>say what should change</source>
      <translation>sagen Sie, was sich ändern soll</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>say what should change in {title}</source>
      <translation>sagen Sie, was sich an {title} ändern soll</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>scope confirmed</source>
      <translation>Umfang bestätigt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>scope proposed</source>
      <translation>Umfang vorgeschlagen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>scope to confirm</source>
      <translation>Umfang zu bestätigen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/record_words.py" />
      <source>search widened</source>
      <translation>Suche erweitert</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>seat</source>
      <translation>Platz</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>seat absent</source>
      <translation>Mitglied setzt aus</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>seat added</source>
      <translation>Mitglied kam dazu</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>seat dropped</source>
      <translation>Mitglied ausgelassen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>seat rated</source>
      <translation>Mitglied bewertet</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>seat replaced</source>
      <translation>Modell getauscht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gap_words.py" />
      <source>second source wanted</source>
      <translation>zweite Quelle erwünscht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>security</source>
      <translation>Sicherheit</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>security is uncertain</source>
      <translation>die Sicherheit ist ungewiss</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>see also {names}</source>
      <translation>siehe auch {names}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>sent as feedback</source>
      <translation>als Rückmeldung gegeben</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>session</source>
      <translation>Sitzung</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>session copied</source>
      <translation>Sitzung kopiert</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>session created</source>
      <translation>Sitzung angelegt</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>session finished</source>
      <translation>Sitzung fertig</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>session forked</source>
      <translation>Sitzung abgezweigt</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>session renamed</source>
      <translation>Sitzung umbenannt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>settled</source>
      <translation>entschieden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>settled by you: {what}</source>
      <translation>von Ihnen entschieden: {what}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>settled by {who}: {what}</source>
      <translation>entschieden von {who}: {what}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>several agents, nothing checked</source>
      <translation>mehrere Agenten, nichts geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>several texts to choose from</source>
      <translation>mehrere Texte zur Wahl</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>simplicity</source>
      <translation>Einfachheit</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>stale</source>
      <translation>überholt</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>stands by it</source>
      <translation>bleibt dabei</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>stands by its text</source>
      <translation>bleibt beim eigenen Text</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>stop requested</source>
      <translation>Anhalten verlangt</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>stopped</source>
      <translation>angehalten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>summarised the history itself for {where}: {n} characters in place of {all}</source>
      <translation>fasste die Vorgeschichte für {where} selbst zusammen: {n} Zeichen statt {all}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>summarising</source>
      <translation>Zusammenfassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>summing up earlier requests</source>
      <translation>fasst frühere Wünsche zusammen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>tags changed</source>
      <translation>Schlagwörter geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>take an iteration back?</source>
      <translation>eine Iteration zurücknehmen?</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>taken as it was written, without fields</source>
      <translation>so genommen, wie sie geschrieben war, ohne Felder</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>taken back</source>
      <translation>zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/standing.py" />
      <source>taken back as it was before</source>
      <translation>zurückgenommen, wie es vorher war</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>taken over the judge</source>
      <translation>gegen die Jury angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>taking an iteration back</source>
      <translation>nimmt eine Iteration zurück</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>team</source>
      <translation>Team</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>telling what it alone was given</source>
      <translation>Sagen, was nur ihm gegeben wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>template</source>
      <translation>Vorlage</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/record_words.py" />
      <source>termination decided</source>
      <translation>Ende beschlossen</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>testing</source>
      <translation>Tests</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>text</source>
      <translation>Text</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>text assessed</source>
      <translation>Text verglichen</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>text decided</source>
      <translation>Über Text entschieden</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>text proposed</source>
      <translation>Text vorgelegt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>the agent asks you</source>
      <translation>der Agent fragt Sie</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the answer</source>
      <translation>Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>the answer of round 1 is better</source>
      <translation>die Antwort der Runde 1 ist besser</translation>
    </message>
    <message>
      <location filename="app/services/readiness.py" />
      <source>the chair</source>
      <translation>der Vorsitz</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>the chair's</source>
      <translation>das des Vorsitzes</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>the chair's answer was left out by decision; the answer of {seat} stands in its place</source>
      <translation>die Antwort des Vorsitzes wurde durch Entscheidung weggelassen; an ihrer Stelle steht die von {seat}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>the chair's answer was left out by decision; there is no other text</source>
      <translation>die Antwort des Vorsitzes wurde durch Entscheidung weggelassen; einen anderen Text gibt es nicht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>the chosen one</source>
      <translation>der gewählte</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>the cycles before, the older ones in short</source>
      <translation>die Zyklen davor, die älteren in Kürze</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>the file cannot be read</source>
      <translation>die Datei kann nicht gelesen werden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>the file has no such lines</source>
      <translation>die Datei hat keine solchen Zeilen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the final answer</source>
      <translation>die Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>the final answer is better</source>
      <translation>die Schlussantwort ist besser</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the first {noun} of {where}</source>
      <translation>erste Fassung ({noun}, {where})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>the folder was left alone</source>
      <translation>der Ordner blieb unberührt</translation>
    </message>
    <message>
      <location filename="app/services/readiness.py" />
      <source>the judge</source>
      <translation>die Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>the judge asks for a revision</source>
      <translation>die Jury verlangt eine Überarbeitung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>the judge gave no readable word</source>
      <translation>die Jury gab kein lesbares Wort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the judge's agreement</source>
      <translation>die Übereinstimmung laut Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the judge's quality</source>
      <translation>die Güte laut Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>the judge's verdict</source>
      <translation>das Urteil der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>the judge's word</source>
      <translation>das Wort der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/baselines.py" />
      <source>the judge’s choice</source>
      <translation>Wahl der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>the last changes were small</source>
      <translation>die letzten Änderungen waren klein</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>the lead model: it does not support the claim</source>
      <translation>das leitende Modell: stützt die Aussage nicht</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>the lead model: it speaks against the claim</source>
      <translation>das leitende Modell: spricht gegen die Aussage</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_nodes.py" />
      <source>the length of the history</source>
      <translation>die Länge des Verlaufs</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the member changed its answer</source>
      <translation>das Mitglied änderte seine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the member did not change its answer</source>
      <translation>das Mitglied änderte seine Antwort nicht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>the members hardly move any more, and what they dispute stays disputed</source>
      <translation>die Mitglieder bewegen sich kaum noch, und was strittig ist, bleibt strittig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>the members have settled on their answers</source>
      <translation>die Mitglieder bleiben bei ihren Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/plugin.py" />
      <source>the members in turn</source>
      <translation>die Mitglieder der Reihe nach</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>the middle</source>
      <translation>der Mitte</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>the name of a header, such as Authorization; its value is kept apart</source>
      <translation>der Name eines Kopffelds, etwa Authorization; sein Wert wird getrennt aufbewahrt</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>the name “{name}” contains “/”; leave it out</source>
      <translation>der Name „{name}“ enthält „/“; lassen Sie es weg</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>the name “{name}” is reserved; give the member another one</source>
      <translation>der Name „{name}“ ist vergeben; geben Sie dem Mitglied einen anderen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>the newest reflections</source>
      <translation>die neuesten Reflexionen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>the next file</source>
      <translation>die nächste Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>the pattern is unclear</source>
      <translation>das Muster ist unklar</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>the people affected</source>
      <translation>die Betroffenen</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>the person closed it</source>
      <translation>die Person hat ihn geschlossen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the person decided on them before the authors saw them</source>
      <translation>die Person entschied über sie, bevor die Verfasser sie sahen</translation>
    </message>
    <message>
      <location filename="app/domain/reporting.py" />
      <source>the person ended it</source>
      <translation>die Person hat es beendet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>the person put another text in place of its answer</source>
      <translation>die Person hat einen anderen Text an die Stelle der Antwort gesetzt</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the person's text above</source>
      <translation>Text der Person weiter oben</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the person's text of {where}</source>
      <translation>Text der Person ({where})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>the plan</source>
      <translation>der Plan</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>the previous answer</source>
      <translation>die vorige Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>the quotation is too long</source>
      <translation>das Zitat ist zu lang</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>the quotation is too short to be found</source>
      <translation>das Zitat ist zu kurz, um es zu finden</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>the revised answer</source>
      <translation>die überarbeitete Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>the rounds you allowed are done</source>
      <translation>die erlaubten Runden sind vorbei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>the same text as {name}</source>
      <translation>derselbe Text wie {name}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>the team's first member's</source>
      <translation>das des ersten Mitglieds</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the text as it was before the first {noun}</source>
      <translation>Text vor dem Beginn ({noun} 1)</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the text of the agent {agent}, {where}</source>
      <translation>der Text des Agenten {agent}, {where}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>the token budget is nearly used up</source>
      <translation>die Token sind fast aufgebraucht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/standing.py" />
      <source>the whole level, to be written</source>
      <translation>die ganze Ebene, zu schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>the words do not stand in the file</source>
      <translation>die Worte stehen nicht in der Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>the writing</source>
      <translation>das Schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/undoing_nodes.py" />
      <source>the writing of {level}</source>
      <translation>das Schreiben von {level}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>the {noun} above</source>
      <translation>{noun} weiter oben</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>there is no such field</source>
      <translation>dieses Feld gibt es nicht</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/plugin.py" />
      <source>thinking</source>
      <translation>denkt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>this file did not change</source>
      <translation>diese Datei hat sich nicht geändert</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>this has to be filled in</source>
      <translation>das muss ausgefüllt werden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/again.py" />
      <source>this is no export of findings; export “findings” from the earlier research</source>
      <translation>das ist kein Export von Befunden; exportieren Sie „findings“ aus der früheren Recherche</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>this value does not fit</source>
      <translation>dieser Wert passt nicht</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>threshold</source>
      <translation>Schwelle</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>to be written</source>
      <translation>zu schreiben</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>to cycle {n}</source>
      <translation>zu Zyklus {n}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>to cycle {n}, compared by words, for {model} failed: {why}</source>
      <translation>zu Zyklus {n}, nach Wörtern verglichen, denn {model} fiel aus: {why}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>to cycle {n}, compared by {model}</source>
      <translation>zu Zyklus {n}, verglichen von {model}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>to {verdict} a critique, give a reason</source>
      <translation>für {verdict} bei einer Kritik geben Sie eine Begründung</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>tokens</source>
      <translation>Token</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>tokens for one session</source>
      <translation>Token je Sitzung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>tokens used</source>
      <translation>Token verbraucht</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>too few models answered</source>
      <translation>zu wenige Modelle haben geantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>too large</source>
      <translation>zu groß</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>took</source>
      <translation>Dauer</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>tool asked</source>
      <translation>Werkzeug aufgerufen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/record_words.py" />
      <source>tool called</source>
      <translation>Werkzeug benutzt</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>tool decided</source>
      <translation>Über Werkzeug entschieden</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>tools had their names written another way</source>
      <translation>Namen von Werkzeugen waren anders geschrieben</translation>
    </message>
    <message>
      <location filename="app/projections/record_words.py" />
      <source>tools listed</source>
      <translation>Werkzeuge aufgezählt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>true or false</source>
      <translation>wahr oder falsch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>two agents, each with a checked citation, from two sources</source>
      <translation>zwei Agenten, jeder mit einem geprüften Beleg, aus zwei Quellen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>two agents, each with a checked citation, one source</source>
      <translation>zwei Agenten, jeder mit einem geprüften Beleg, eine Quelle</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>two context files have the same name; rename one</source>
      <translation>zwei Kontextdateien haben denselben Namen; benennen Sie eine um</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>two members are called “{name}”; names must differ</source>
      <translation>zwei Mitglieder heißen „{name}“; Namen müssen sich unterscheiden</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>unattended: the run was started to ask nobody</source>
      <translation>unbeaufsichtigt: der Lauf sollte niemanden fragen</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>unchanged</source>
      <translation>unverändert</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>under a second</source>
      <translation>unter einer Sekunde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>under way</source>
      <translation>im Gang</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>under {sum}</source>
      <translation>unter {sum}</translation>
    </message>
    <message>
      <location filename="app/documents/places.py" />
      <source>under “{heading}”</source>
      <translation>unter „{heading}“</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>unit</source>
      <translation>Einheit</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>unknown price</source>
      <translation>Preis unbekannt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>unmet</source>
      <translation>nicht erfüllt</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>unreadable</source>
      <translation>nicht lesbar</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>until a sum is spent</source>
      <translation>bis ein Betrag ausgegeben ist</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>until the figure reaches {value}</source>
      <translation>bis der Wert {value} erreicht</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>until {sum} are spent</source>
      <translation>bis {sum} ausgegeben sind</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>unverified</source>
      <translation>ungeprüft</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>up to {n} min</source>
      <translation>bis zu {n} min</translation>
    </message>
    <message>
      <location filename="app/domain/purposes.py" />
      <source>using a tool</source>
      <translation>Gebrauch eines Werkzeugs</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>value</source>
      <translation>Wert</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>variables and arguments are for a program; a server has headers</source>
      <translation>Variablen und Argumente sind für ein Programm; ein Server hat Kopfzeilen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>verification</source>
      <translation>Prüfung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>verifying</source>
      <translation>Prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>version {n}</source>
      <translation>Fassung {n}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>vote</source>
      <translation>Abstimmung</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>waiting</source>
      <translation>wartend</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>waits</source>
      <translation>wartet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>was: {text}</source>
      <translation>vorher: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>weighing the quoted lines</source>
      <translation>zitierte Zeilen abwägen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>what becomes of what stands below</source>
      <translation>was aus dem Darunterliegenden wird</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>what came is no HTTP that can be read</source>
      <translation>was kam, ist kein lesbares HTTP</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/reading_nodes.py" />
      <source>what stands below it</source>
      <translation>was darunter steht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>when the answers agree ({name} reaches the threshold) or stop changing</source>
      <translation>wenn die Antworten übereinstimmen ({name} erreicht die Schwelle) oder sich nicht mehr ändern</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>when the best answer is good enough ({name} reaches the threshold) or nothing changes</source>
      <translation>wenn die beste Antwort gut genug ist ({name} erreicht die Schwelle) oder sich nichts mehr ändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>white space</source>
      <translation>Leerraum</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>words around the answer were left out</source>
      <translation>Worte um die Antwort herum wurden weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>working</source>
      <translation>arbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log_words.py" />
      <source>worse</source>
      <translation>schlechter</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>write 1 to 64 small letters, digits, - _ or . as in “tide-pools-1”</source>
      <translation>schreiben Sie 1 bis 64 kleine Buchstaben, Ziffern, - _ oder . wie in „tide-pools-1“</translation>
    </message>
    <message>
      <location filename="app/workflows/common/embedding_models.py" />
      <source>write &lt;provider&gt;/&lt;model&gt;, as openai/text-embedding-3-small, or leave it empty</source>
      <translation>schreiben Sie &lt;anbieter&gt;/&lt;modell&gt;, etwa openai/text-embedding-3-small, oder lassen Sie es leer</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>write an answer</source>
      <translation>schreiben Sie eine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>write each as a question and its answer, such as “Who pays? The employer.”</source>
      <translation>schreiben Sie jede als Frage und Antwort, etwa „Wer zahlt? Der Arbeitgeber.“</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>write levels as in “prose: strict, premise: lenient”</source>
      <translation>schreiben Sie Ebenen wie in „prose: strict, premise: lenient“</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>write the question that should be decided</source>
      <translation>schreiben Sie die Frage, die entschieden werden soll</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>write what the agent should do</source>
      <translation>schreiben Sie, was der Agent tun soll</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>write what you want to know</source>
      <translation>schreiben Sie, was Sie wissen wollen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>write “{row} = 0.75”, a figure from 0 to 1</source>
      <translation>schreiben Sie „{row} = 0.75“, eine Zahl von 0 bis 1</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>writing</source>
      <translation>schreibt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>writing a file</source>
      <translation>schreibt eine Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>writing a passage</source>
      <translation>schreibt eine Stelle</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>writing and committing</source>
      <translation>schreibt und hält fest</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>writing failed</source>
      <translation>Schreiben misslungen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>writing stands still</source>
      <translation>das Schreiben steht still</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>writing the final answer</source>
      <translation>Schlussantwort schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>writing the report</source>
      <translation>Bericht schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>written</source>
      <translation>geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>written by {who}</source>
      <translation>geschrieben von {who}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>written over by you</source>
      <translation>von Ihnen überschrieben</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>wrong</source>
      <translation>falsch</translation>
    </message>
    <message>
      <location filename="app/engine/figures.py" />
      <source>yes</source>
      <translation>ja</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>yes or no is needed</source>
      <translation>ja oder nein wird gebraucht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>you</source>
      <translation>Sie</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>you closed it</source>
      <translation>Sie haben ihn geschlossen</translation>
    </message>
    <message>
      <location filename="app/engine/plugin.py" />
      <source>you ended it</source>
      <translation>Sie haben es beendet</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>your decision is needed</source>
      <translation>Ihre Entscheidung ist gefragt</translation>
    </message>
    <message>
      <location filename="app/engine/answering.py" />
      <source>{agent} may not decide in this session.</source>
      <translation>{agent} darf in dieser Sitzung nicht entscheiden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/standing.py" />
      <source>{attempt} · {who}</source>
      <translation>{attempt} · {who}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>{attempt}, version {n}</source>
      <translation>{attempt}, Fassung {n}</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{author} on “{words}”: {said}</source>
      <translation>{author} zu „{words}“: {said}</translation>
    </message>
    <message>
      <location filename="app/export/rounds.py" />
      <source>{author}, by way of {critic}</source>
      <translation>{author}, durch {critic}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>{a} against {b}</source>
      <translation>{a} gegen {b}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>{a} and {b} contradict each other.</source>
      <translation>{a} und {b} widersprechen sich.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{a} · {b} · {c} · {d}</source>
      <translation>{a} · {b} · {c} · {d}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{a} – or: {b}</source>
      <translation>{a} – oder: {b}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{before}

{line}</source>
      <translation>{before}

{line}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>{before}

{part}</source>
      <translation>{before}

{part}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{before} → {after}</source>
      <translation>{before} → {after}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{before}, {name}</source>
      <translation>{before}, {name}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{called}: {what}; files changed: {files}, lines changed: {lines}.</source>
      <translation>{called}: {what}; geänderte Dateien: {files}, geänderte Zeilen: {lines}.</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>{calls} calls</source>
      <translation>{calls} Aufrufe</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>{calls} calls · about {price} and an unknown price of {models} · {time}</source>
      <translation>{calls} Aufrufe · etwa {price} und ein unbekannter Preis von {models} · {time}</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>{calls} calls · about {price} · {time}</source>
      <translation>{calls} Aufrufe · etwa {price} · {time}</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>{calls} calls · free · {time}</source>
      <translation>{calls} Aufrufe · kostenlos · {time}</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>{calls} calls · price unknown · {time}</source>
      <translation>{calls} Aufrufe · Preis unbekannt · {time}</translation>
    </message>
    <message>
      <location filename="app/domain/days.py" />
      <source>{day} {month} {year}, {hour} UTC</source>
      <translation>{day}. {month} {year}, {hour} UTC</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>{ended}: {why}</source>
      <translation>{ended}: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/state.py" />
      <source>{files} and {n} more</source>
      <translation>{files} und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/engine/folders.py" />
      <source>{files} changed since you looked at it.</source>
      <translation>{files} wurde geändert, seit Sie nachgesehen haben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>{files} · +{added} −{removed} lines</source>
      <translation>{files} · +{added} −{removed} Zeilen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/files_reply.py" />
      <source>{file} came twice; the later one was taken.</source>
      <translation>{file} kam zweimal; die spätere wurde genommen.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>{file} cannot be handed back: {why}.</source>
      <translation>{file} kann nicht zurückgegeben werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} cannot be opened.</source>
      <translation>{file} kann nicht geöffnet werden.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>{file} cannot be read: {why}.</source>
      <translation>{file} kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/settings/templates.py" />
      <source>{file} cannot be removed: {why}.</source>
      <translation>{file} kann nicht entfernt werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/settings/templates.py" />
      <source>{file} cannot be renamed: {why}.</source>
      <translation>{file} kann nicht umbenannt werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>{file} cannot be written: {why}.</source>
      <translation>{file} kann nicht geschrieben werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>{file} cannot take what is no UTF-8 text.</source>
      <translation>{file} kann nicht aufnehmen, was kein UTF-8-Text ist.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} could not be read or written ({why}).</source>
      <translation>{file} konnte nicht gelesen oder geschrieben werden ({why}).</translation>
    </message>
    <message>
      <location filename="app/services/one_session.py" />
      <source>{file} does not hold what this session committed last.</source>
      <translation>{file} enthält nicht, was diese Sitzung zuletzt festgehalten hat.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>{file} does not say which session it is of.</source>
      <translation>{file} sagt nicht, zu welcher Sitzung sie gehört.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>{file} has a row of more than {most} values.</source>
      <translation>{file} hat eine Zeile mit mehr als {most} Werten.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} has more than {limit} comments.</source>
      <translation>{file} hat mehr als {limit} Kommentare.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} has more than {limit} pages.</source>
      <translation>{file} hat mehr als {limit} Seiten.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>{file} has more than {most} rows.</source>
      <translation>{file} hat mehr als {most} Zeilen.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>{file} has no history yet.</source>
      <translation>{file} hat noch keinen Verlauf.</translation>
    </message>
    <message>
      <location filename="app/services/batches/manifest.py" />
      <source>{file} has no rows.</source>
      <translation>{file} hat keine Zeilen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>{file} has two columns called “{name}”.</source>
      <translation>{file} hat zwei Spalten namens „{name}“.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} holds more than {limit} million characters.</source>
      <translation>{file} enthält mehr als {limit} Millionen Zeichen.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>{file} holds more than {n} files.</source>
      <translation>{file} enthält mehr als {n} Dateien.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} holds no text, perhaps only scanned pages.</source>
      <translation>{file} enthält keinen Text, vielleicht nur eingescannte Seiten.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} holds no text.</source>
      <translation>{file} enthält keinen Text.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>{file} holds none of the texts of “{title}”.</source>
      <translation>{file} enthält keinen der Texte von „{title}“.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>{file} is a binary file.</source>
      <translation>{file} ist eine Binärdatei.</translation>
    </message>
    <message>
      <location filename="app/store/folders.py" />
      <source>{file} is a file, not a folder.</source>
      <translation>{file} ist eine Datei, kein Ordner.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>{file} is a file; several sessions go to a folder.</source>
      <translation>{file} ist eine Datei; mehrere Sitzungen kommen in einen Ordner.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>{file} is a folder, not a file.</source>
      <translation>{file} ist ein Ordner, keine Datei.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>{file} is a pipe or a device, not a file.</source>
      <translation>{file} ist eine Pipe oder ein Gerät, keine Datei.</translation>
    </message>
    <message>
      <location filename="app/services/writing.py" />
      <source>{file} is a pipe or a device, not a file; it would be replaced by one.</source>
      <translation>{file} ist eine Pipe oder ein Gerät, keine Datei; eine Datei würde an die Stelle treten.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>{file} is damaged.</source>
      <translation>{file} ist beschädigt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>{file} is damaged: {why}. The next acceptance sets it aside and writes it anew.</source>
      <translation>{file} ist beschädigt: {why}. Die nächste Annahme legt sie beiseite und schreibt sie neu.</translation>
    </message>
    <message>
      <location filename="app/documents/reader.py" />
      <source>{file} is larger than {limit} MB.</source>
      <translation>{file} ist größer als {limit} MB.</translation>
    </message>
    <message>
      <location filename="app/domain/strange_files.py" />
      <source>{file} is larger than {limit}.</source>
      <translation>{file} ist größer als {limit}.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} is locked by another program.</source>
      <translation>{file} ist von einem anderen Programm gesperrt.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} is locked with a password.</source>
      <translation>{file} ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>{file} is nested too deeply.</source>
      <translation>{file} ist zu tief verschachtelt.</translation>
    </message>
    <message>
      <location filename="app/cli/returning.py" />
      <source>{file} is no DOCX.</source>
      <translation>{file} ist kein DOCX.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} is no Roundtable session.</source>
      <translation>{file} ist keine Roundtable-Sitzung.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>{file} is no backup of Roundtable.</source>
      <translation>{file} ist keine Sicherung von Roundtable.</translation>
    </message>
    <message>
      <location filename="app/documents/reader.py" />
      <source>{file} is no document that can be read.</source>
      <translation>{file} ist kein Dokument, das gelesen werden kann.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} is no readable {kind}.</source>
      <translation>{file} ist kein lesbares {kind}.</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>{file} is no session of this library, so it was not opened.</source>
      <translation>{file} ist keine Sitzung dieser Bibliothek und wurde deshalb nicht geöffnet.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>{file} is no table: line {line}: {why}.</source>
      <translation>{file} ist keine Tabelle: Zeile {line}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file} is not JSON: {why}.</source>
      <translation>{file} ist kein JSON: {why}.</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>{file} is not a UTF-8 text.</source>
      <translation>{file} ist kein UTF-8-Text.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} is not a file but a folder, a pipe or a device.</source>
      <translation>{file} ist keine Datei, sondern ein Ordner, eine Pipe oder ein Gerät.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>{file} is not valid TOML: {why}.</source>
      <translation>{file} ist kein gültiges TOML: {why}.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>{file} is of a session that is not here: {session}.</source>
      <translation>{file} gehört zu einer Sitzung, die nicht hier ist: {session}.</translation>
    </message>
    <message>
      <location filename="app/services/returning.py" />
      <source>{file} is of another session: {session}.</source>
      <translation>{file} gehört zu einer anderen Sitzung: {session}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_plan.py" />
      <source>{file} is to be written and dropped at once; it is written.</source>
      <translation>{file} soll zugleich geschrieben und gestrichen werden; sie wird geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>{file} lies in a project of the template “{name}”, and belongs to it.</source>
      <translation>{file} liegt in einem Projekt der Vorlage „{name}“ und gehört dazu.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} lists the same page again and again.</source>
      <translation>{file} führt immer wieder dieselbe Seite auf.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} made the reader of documents end.</source>
      <translation>An {file} ist der Leser für Dokumente gescheitert.</translation>
    </message>
    <message>
      <location filename="app/store/folders.py" />
      <source>{file} may not be read.</source>
      <translation>{file} darf nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} may not be written to.</source>
      <translation>In {file} darf nicht geschrieben werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/project.py" />
      <source>{file} names no template that there is: {name}.</source>
      <translation>{file} nennt keine Vorlage, die es gibt: {name}.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} needs more than {limit} MB of memory to be read.</source>
      <translation>Um {file} zu lesen, braucht es mehr als {limit} MB Arbeitsspeicher.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} took too long to read.</source>
      <translation>Das Lesen von {file} hat zu lange gedauert.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{file} unpacks to more than {limit} MB.</source>
      <translation>{file} ist entpackt größer als {limit} MB.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/finalizing.py" />
      <source>{file} was damaged: {why}. It was set aside as {aside} and written anew.</source>
      <translation>{file} war beschädigt: {why}. Sie wurde als {aside} daneben gelegt und neu geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/files_reply.py" />
      <source>{file} was not asked for and is left as it is; asked for was {only}.</source>
      <translation>{file} war nicht verlangt und bleibt, wie sie ist; verlangt war {only}.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>{file} was taken meanwhile.</source>
      <translation>{file} wurde inzwischen genommen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>{file} was to be written, and no answer holds it.</source>
      <translation>{file} sollte geschrieben werden, und keine Antwort enthält sie.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>{file} was written by a later version of Roundtable.</source>
      <translation>{file} wurde von einer späteren Version von Roundtable geschrieben.</translation>
    </message>
    <message>
      <location filename="app/store/layout.py" />
      <source>{file} was written by a newer Roundtable.</source>
      <translation>{file} wurde von einem neueren Roundtable geschrieben.</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>{file} would become too large to be read again.</source>
      <translation>{file} würde zu groß, um wieder gelesen zu werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/arriving.py" />
      <source>{file}, being written</source>
      <translation>{file}, wird geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>{file}, line {n}</source>
      <translation>{file}, Zeile {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{file}, line {n}: “{text}”</source>
      <translation>{file}, Zeile {n}: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{file}, line {n}: “{text}”: {why}</source>
      <translation>{file}, Zeile {n}: „{text}“: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/arriving.py" />
      <source>{file}, the marked passage, is being written</source>
      <translation>{file}, die markierte Stelle, wird geschrieben</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>{file}: line {line} is longer than {limit} MB.</source>
      <translation>{file}: Zeile {line} ist länger als {limit} MB.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>{file}: no provider is called “{name}”.</source>
      <translation>{file}: Kein Anbieter heißt „{name}“.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>{file}: the name “{name}” is taken.</source>
      <translation>{file}: Der Name „{name}“ ist vergeben.</translation>
    </message>
    <message>
      <location filename="app/cli/answers.py" />
      <source>{file}: the {gate} gate does not take the verb “{verb}”.</source>
      <translation>{file}: Der Haltepunkt {gate} kennt das Verb „{verb}“ nicht.</translation>
    </message>
    <message>
      <location filename="app/cli/answers.py" />
      <source>{file}: there is no gate “{gate}”.</source>
      <translation>{file}: Es gibt keinen Haltepunkt „{gate}“.</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>{file}: {name} cannot be “{value}”.</source>
      <translation>{file}: {name} kann nicht „{value}“ sein.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>{file}: {name} is damaged.</source>
      <translation>{file}: {name} ist beschädigt.</translation>
    </message>
    <message>
      <location filename="app/services/backups.py" />
      <source>{file}: {name} is larger than {limit} KB.</source>
      <translation>{file}: {name} ist größer als {limit} KB.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{file}: {text}</source>
      <translation>{file}: {text}</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>{file}: {what}</source>
      <translation>{file}: {what}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: {where} has to be one of {listed}.</source>
      <translation>{file}: {where} muss eines von {listed} sein.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: {where} has to be {kind}.</source>
      <translation>{file}: {where} muss {kind} sein.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: {where} is empty.</source>
      <translation>{file}: {where} ist leer.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: {where} is too long.</source>
      <translation>{file}: {where} ist zu lang.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: {where} is too short.</source>
      <translation>{file}: {where} ist zu kurz.</translation>
    </message>
    <message>
      <location filename="app/settings/providers.py" />
      <source>{file}: {where}: {why}.</source>
      <translation>{file}: {where}: {why}.</translation>
    </message>
    <message>
      <location filename="app/services/exporting.py" />
      <source>{file}: {why}</source>
      <translation>{file}: {why}</translation>
    </message>
    <message>
      <location filename="app/settings/toml_files.py" />
      <source>{file}: {why}.</source>
      <translation>{file}: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: “{name}” does not belong into {where}.</source>
      <translation>{file}: „{name}“ gehört nicht in {where}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/json_file.py" />
      <source>{file}: “{name}” is missing in {where}.</source>
      <translation>{file}: „{name}“ fehlt in {where}.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>{folder} cannot be made: {why}.</source>
      <translation>{folder} lässt sich nicht anlegen: {why}.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/batch_run.py" />
      <source>{folder} holds a batch with other sessions.</source>
      <translation>{folder} enthält einen Stapel mit anderen Sitzungen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>{folder} holds other files.</source>
      <translation>{folder} enthält andere Dateien.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>{folder} is no folder of a batch.</source>
      <translation>{folder} ist kein Ordner eines Stapels.</translation>
    </message>
    <message>
      <location filename="app/store/handed.py" />
      <source>{folder} is no worker's own folder.</source>
      <translation>{folder} ist kein eigener Ordner eines Workers.</translation>
    </message>
    <message>
      <location filename="app/services/batches/folder.py" />
      <source>{folder} is the folder of the batch “{name}”.</source>
      <translation>{folder} ist der Ordner des Stapels „{name}“.</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>{gate}: “{verb}”</source>
      <translation>{gate}: „{verb}“</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{how}: {file}: {text}</source>
      <translation>{how}: {file}: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{id} stands</source>
      <translation>{id} gilt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gap_words.py" />
      <source>{id} “{about}”: {gap}</source>
      <translation>{id} „{about}“: {gap}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{id}, found by {who}</source>
      <translation>{id}, gefunden von {who}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{id}: {critic} on {target}, {severity}: {claim}</source>
      <translation>{id}: {critic} zu {target}, {severity}: {claim}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{id}: {text}{by}</source>
      <translation>{id}: {text}{by}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>{kind} · {role}</source>
      <translation>{kind} · {role}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>{kind}, +{added} −{removed} lines</source>
      <translation>{kind}, +{added} −{removed} Zeilen</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>{kind}: your decision is needed</source>
      <translation>{kind}: Ihre Entscheidung ist gefragt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>{letter} is {name}</source>
      <translation>{letter} für {name}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>{level}, to be written</source>
      <translation>{level}, zu schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{level}: all {n} files still fit.</source>
      <translation>{level}: Alle {n} Dateien passen noch.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{level}: no reply could be understood; its files were not looked at.</source>
      <translation>{level}: Keine Antwort war zu verstehen; ihre Dateien wurden nicht angesehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{level}: {asked}</source>
      <translation>{level}: {asked}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{level}: {files}, {facts}, {read} read now.</source>
      <translation>{level}: {files}, {facts}, {read} jetzt gelesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{level}: {n} of {all} files no longer fit.</source>
      <translation>{level}: {n} von {all} Dateien passen nicht mehr.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>{lines}, {heading}</source>
      <translation>{lines}, {heading}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{line} {more}</source>
      <translation>{line} {more}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>{line}; nobody named evidence or an error of their own.</source>
      <translation>{line}; niemand nannte einen Beleg oder einen eigenen Fehler.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>{line}; {n} of them named evidence or an error of their own.</source>
      <translation>{line}; davon nannten {n} einen Beleg oder einen eigenen Fehler.</translation>
    </message>
    <message>
      <location filename="app/domain/refusals.py" />
      <source>{low} to {high} are allowed</source>
      <translation>erlaubt ist {low} bis {high}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>{model} writes and judges: it is lenient with its own text.</source>
      <translation>{model} schreibt und urteilt: Mit dem eigenen Text ist es nachsichtig.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{n:g} % is reached</source>
      <translation>{n:g} % sind erreicht</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>{names} and {last}</source>
      <translation>{names} und {last}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{names} could not be asked for questions.</source>
      <translation>{names} konnte nicht nach Fragen gefragt werden.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{names} did not answer. What finished is kept.</source>
      <translation>{names} hat nicht geantwortet. Was fertig wurde, bleibt.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{name}</source>
      <translation>{name}</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>{name} cannot be “{value}”.</source>
      <translation>{name} kann nicht „{value}“ sein.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{name} was right in {share} of {n} results</source>
      <translation>{name} lag in {share} von {n} Ergebnissen richtig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{name} {n:.0f} %{limit}</source>
      <translation>{name} {n:.0f} %{limit}</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{name} – was it worth it?</source>
      <translation>{name} – hat es sich gelohnt?</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{name}: of none of its {n} results is it known whether it is right.</source>
      <translation>{name}: Von keinem seiner {n} Ergebnisse ist bekannt, ob es richtig ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{name}: unknown{limit}</source>
      <translation>{name}: unbekannt{limit}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{name}: {said}</source>
      <translation>{name}: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{name}: “{text}”</source>
      <translation>{name}: „{text}“</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{note} · {when}</source>
      <translation>{note} · {when}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>{n}</source>
      <translation>{n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>{n} %</source>
      <translation>{n} %</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} %, {limit} % needed</source>
      <translation>{n} %, nötig sind {limit} %</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/views.py" />
      <source>{n} (limit)</source>
      <translation>{n} (Grenze)</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{n} accepted</source>
      <translation>{n} angenommen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} agent</source>
      <translation>{n} Agent</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} agents</source>
      <translation>{n} Agenten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{n} answers named no two statements that were shown; they were left out.</source>
      <translation>{n} Antworten nannten keine zwei der gezeigten Aussagen; sie wurden weggelassen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>{n} attempt</source>
      <translation>{n} Versuch</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{n} attempts</source>
      <translation>{n} Versuche</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>{n} call of unknown price</source>
      <translation>{n} Aufruf mit unbekanntem Preis</translation>
    </message>
    <message>
      <location filename="app/export/csv.py" />
      <source>{n} calls of unknown price</source>
      <translation>{n} Aufrufe mit unbekanntem Preis</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} calls were cut off.</source>
      <translation>{n} Aufrufe wurden abgebrochen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} changed theirs</source>
      <translation>{n} änderten ihre</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>{n} chapters</source>
      <translation>{n} Kapitel</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} character arrived</source>
      <translation>{n} Zeichen ist angekommen</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} characters arrived</source>
      <translation>{n} Zeichen sind angekommen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{n} checked</source>
      <translation>{n} geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} citation</source>
      <translation>{n} Beleg</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} citations</source>
      <translation>{n} Belege</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{n} comments were taken in before.</source>
      <translation>{n} Kommentare wurden schon früher übernommen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{n} conflict</source>
      <translation>{n} Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{n} conflicts</source>
      <translation>{n} Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} different places</source>
      <translation>{n} verschiedenen Stellen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} done again</source>
      <translation>{n} wiederholt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judge_tab.py" />
      <source>{n} earlier iterations</source>
      <translation>{n} frühere Iterationen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} ended at the limit of tool calls ({which})</source>
      <translation>{n} an der Grenze der Werkzeugaufrufe beendet ({which})</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} ended without a reflection ({which})</source>
      <translation>{n} ohne Reflexion beendet ({which})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{n} facts</source>
      <translation>{n} Angaben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{n} file</source>
      <translation>{n} Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} file analysed</source>
      <translation>{n} untersuchte Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{n} files</source>
      <translation>{n} Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{n} files analysed</source>
      <translation>{n} untersuchte Dateien</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>{n} files are chosen; at most {limit} are read.</source>
      <translation>Gewählt sind {n} Dateien; gelesen werden höchstens {limit}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{n} files below deleted.</source>
      <translation>{n} Dateien darunter gelöscht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>{n} finding</source>
      <translation>{n} Befund</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_tab.py" />
      <source>{n} findings</source>
      <translation>{n} Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>{n} gap</source>
      <translation>{n} Lücke</translation>
    </message>
    <message>
      <location filename="app/workflows/research/tabs.py" />
      <source>{n} gaps</source>
      <translation>{n} Lücken</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>{n} iteration</source>
      <translation>{n} Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>{n} iteration was undone.</source>
      <translation>{n} Iteration wurde zurückgenommen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{n} iterations</source>
      <translation>{n} Iterationen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>{n} iterations were undone.</source>
      <translation>{n} Iterationen wurden zurückgenommen.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{n} left open</source>
      <translation>{n} offen gelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{n} line</source>
      <translation>{n} Zeile</translation>
    </message>
    <message>
      <location filename="app/services/batches/table.py" />
      <source>{n} lines</source>
      <translation>{n} Zeilen</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>{n} members are enabled; 1 to 8 must be</source>
      <translation>{n} Mitglieder sind dabei; es müssen 1 bis 8 sein</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{n} message</source>
      <translation>{n} Nachricht</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{n} messages</source>
      <translation>{n} Nachrichten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report.py" />
      <source>{n} more stand in the report.</source>
      <translation>{n} weitere stehen im Bericht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>{n} more were named with words that stand in no file; they were left out.</source>
      <translation>{n} weitere wurden mit Worten genannt, die in keiner Datei stehen; sie wurden weggelassen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{n} new finding</source>
      <translation>{n} neuer Befund</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{n} new findings</source>
      <translation>{n} neue Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{n} note</source>
      <translation>{n} Notiz</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} note in it now</source>
      <translation>jetzt {n} Notiz darin</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{n} notes</source>
      <translation>{n} Notizen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} notes in it now</source>
      <translation>jetzt {n} Notizen darin</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{n} of 1 file saved</source>
      <translation>{n} von 1 Datei gespeichert</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/first_vote.py" />
      <source>{n} of {all} ({names}): {said}</source>
      <translation>{n} von {all} ({names}): {said}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>{n} of {all} answered.</source>
      <translation>{n} von {all} beantwortet.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} of {all} cycles done</source>
      <translation>{n} von {all} Zyklen fertig</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>{n} of {all} files</source>
      <translation>{n} von {all} Dateien</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{n} of {all} files saved</source>
      <translation>{n} von {all} Dateien gespeichert</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/grading.py" />
      <source>{n} of {all} first answers was right by it</source>
      <translation>{n} von {all} ersten Antworten war danach richtig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/grading.py" />
      <source>{n} of {all} first answers were right by it</source>
      <translation>{n} von {all} ersten Antworten waren danach richtig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{n} of {all} independent answers say: {said}</source>
      <translation>{n} von {all} unabhängigen Antworten sagen: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>{n} of {all} members answered in the last round</source>
      <translation>{n} von {all} Mitgliedern haben in der letzten Runde geantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} of {all} members changed its answer</source>
      <translation>{n} von {all} Mitgliedern änderte seine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} of {all} members changed their answers</source>
      <translation>{n} von {all} Mitgliedern änderten ihre Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>{n} of {all} members ended with another answer than it began with</source>
      <translation>{n} von {all} Mitgliedern endete mit einer anderen Antwort, als es begann</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/helped.py" />
      <source>{n} of {all} members ended with other answers than they began with</source>
      <translation>{n} von {all} Mitgliedern endeten mit einer anderen Antwort, als sie begannen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>{n} of {level}</source>
      <translation>{n} der Ebene {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>{n} of {m}</source>
      <translation>{n} von {m}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{n} of {m} checked</source>
      <translation>{n} von {m} geprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{n} open conflict</source>
      <translation>{n} offener Widerspruch</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{n} open conflicts</source>
      <translation>{n} offene Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/report.py" />
      <source>{n} operations on its memory, {signs} characters written</source>
      <translation>{n} Zugriffe auf das Gedächtnis, {signs} Zeichen geschrieben</translation>
    </message>
    <message>
      <location filename="app/engine/added_seats.py" />
      <source>{n} places may be added to this table at most.</source>
      <translation>An diesen Tisch können höchstens {n} Plätze hinzukommen.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{n} point</source>
      <translation>{n} Prozentpunkt</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{n} points</source>
      <translation>{n} Prozentpunkte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{n} points of criticism were held against, or not answered:</source>
      <translation>{n} Kritikpunkte wurden zurückgewiesen oder nicht beantwortet:</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>{n} record</source>
      <translation>{n} Eintrag</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>{n} records</source>
      <translation>{n} Einträge</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{n} rejected</source>
      <translation>{n} abgelehnt</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>{n} row</source>
      <translation>{n} Zeile</translation>
    </message>
    <message>
      <location filename="app/engine/tabs.py" />
      <source>{n} rows</source>
      <translation>{n} Zeilen</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} saved answer comes from an older version.</source>
      <translation>{n} gespeicherte Antwort stammt aus einer älteren Version.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} saved answer is to another question than is asked now.</source>
      <translation>{n} gespeicherte Antwort gehört zu einer anderen Frage als der jetzigen.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} saved answers are to other questions than are asked now.</source>
      <translation>{n} gespeicherte Antworten gehören zu anderen Fragen als den jetzigen.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{n} saved answers come from an older version.</source>
      <translation>{n} gespeicherte Antworten stammen aus einer älteren Version.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_words.py" />
      <source>{n} sections</source>
      <translation>{n} Abschnitte</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>{n} text</source>
      <translation>{n} Text</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>{n} texts</source>
      <translation>{n} Texte</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>{n} time</source>
      <translation>{n}-mal</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{n} time a member took over what most others had said without naming evidence or an error.</source>
      <translation>{n}-mal übernahm ein Mitglied, was die meisten anderen gesagt hatten, ohne einen Beleg oder einen Fehler zu nennen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>{n} time the judge was overruled.</source>
      <translation>{n}-mal wurde die Jury überstimmt.</translation>
    </message>
    <message>
      <location filename="app/export/wording.py" />
      <source>{n} times</source>
      <translation>{n}-mal</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{n} times a member took over what most others had said without naming evidence or an error.</source>
      <translation>{n}-mal übernahm ein Mitglied, was die meisten anderen gesagt hatten, ohne einen Beleg oder einen Fehler zu nennen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/statistics.py" />
      <source>{n} times the judge was overruled.</source>
      <translation>{n}-mal wurde die Jury überstimmt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} tokens; held from {limit} on ({share} % of the budget)</source>
      <translation>{n} Token; erfüllt ab {limit} ({share} % des Budgets)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} turned for one</source>
      <translation>{n} änderten sie deswegen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{n} unverified</source>
      <translation>{n} ungeprüft</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} valid, {limit} needed</source>
      <translation>{n} gültig, nötig sind {limit}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/report.py" />
      <source>{n} with a minor change</source>
      <translation>{n} mit kleiner Änderung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>{n} word</source>
      <translation>{n} Wort</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/views.py" />
      <source>{n} words</source>
      <translation>{n} Wörter</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{n} written over</source>
      <translation>{n} überschrieben</translation>
    </message>
    <message>
      <location filename="app/domain/mends.py" />
      <source>{n} {nouns} between {first} and {last}</source>
      <translation>{n} {nouns} zwischen {first} und {last}</translation>
    </message>
    <message>
      <location filename="app/export/plots.py" />
      <source>{n}%</source>
      <translation>{n} %</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{n}, accepted though the judge asked for a revision</source>
      <translation>{n}, angenommen, obwohl die Jury eine Überarbeitung verlangte</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{n}, approved on attempt {n}</source>
      <translation>{n}, freigegeben im Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{n}, parts of several put together</source>
      <translation>{n}, Teile von mehreren zusammengesetzt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{n}, sent back by the judge</source>
      <translation>{n}, von der Jury zurückgegeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>{n}, {which}</source>
      <translation>{n}, {which}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{n}. {text}</source>
      <translation>{n}. {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>{part} % similar to cycle {n}; the next prompt asks for something new.</source>
      <translation>Zyklus {n} zu {part} % ähnlich; der nächste Prompt verlangt etwas Neues.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{path} ({kind})</source>
      <translation>{path} ({kind})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{path} ({n} words)</source>
      <translation>{path} ({n} Wörter)</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{path}, as proposed</source>
      <translation>{path}, wie vorgeschlagen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{path}, as {who} wrote it</source>
      <translation>{path}, wie {who} sie schrieb</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{path}, in attempt {n}</source>
      <translation>{path}, in Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/history_tab.py" />
      <source>{path}: {before} → {after}</source>
      <translation>{path}: {before} → {after}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{path}: {said}</source>
      <translation>{path}: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{path}: {why}</source>
      <translation>{path}: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/rules/gaps.py" />
      <source>{percent} % of the relevant files were analysed, {needed} % are needed.</source>
      <translation>{percent} % der maßgeblichen Dateien wurden untersucht, {needed} % sind nötig.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/finding_tabs.py" />
      <source>{place}</source>
      <translation>{place}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>{place} is the same model as {member}; judges prefer their own answers.</source>
      <translation>{place} ist dasselbe Modell wie {member}; wer urteilt, bevorzugt seine eigenen Antworten.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tabs.py" />
      <source>{place} · {who}</source>
      <translation>{place} · {who}</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>{provider} does not list {model}.</source>
      <translation>{provider} führt {model} nicht.</translation>
    </message>
    <message>
      <location filename="app/domain/retold.py" />
      <source>{provider} lists {n} models.</source>
      <translation>{provider} führt {n} Modelle.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{questions}</source>
      <translation>{questions}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/labels.py" />
      <source>{role} {n}</source>
      <translation>{role} {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>{round} {n}</source>
      <translation>{round} {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>{round} {n}, attempt {a}</source>
      <translation>{round} {n}, Versuch {a}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/counted.py" />
      <source>{said} ({n} of {all})</source>
      <translation>{said} ({n} von {all})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{said}: {why}</source>
      <translation>{said}: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>{said}; may no longer fit</source>
      <translation>{said}; passt vielleicht nicht mehr</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>{said}; may no longer fit, since iteration {n}</source>
      <translation>{said}; passt vielleicht nicht mehr, seit Iteration {n}</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>{seat} cannot sit out here; name another model for it.</source>
      <translation>{seat} kann hier nicht aussetzen; nennen Sie ein anderes Modell dafür.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>{seat} carried a summary of its own into {where}: {n} for {all} characters</source>
      <translation>{seat} ging mit einer eigenen Zusammenfassung weiter ({where}): {n} statt {all} Zeichen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/state.py" />
      <source>{seat} fallback used: {model}</source>
      <translation>{seat} mit Ersatzmodell: {model}</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>{seat} got another model</source>
      <translation>{seat} bekam ein anderes Modell</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>{seat} got another model: {model}</source>
      <translation>{seat} bekam ein anderes Modell: {model}</translation>
    </message>
    <message>
      <location filename="app/domain/interruption_gates.py" />
      <source>{seat} has not failed.</source>
      <translation>{seat} ist nicht ausgefallen.</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>{seat} is left out from the next {noun} on</source>
      <translation>{seat} setzt von nun an aus (nächste {noun})</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>{seat} is left out of this round; name members that take part.</source>
      <translation>{seat} ist in dieser Runde weggelassen; nennen Sie Mitglieder, die dabei sind.</translation>
    </message>
    <message>
      <location filename="app/engine/calling.py" />
      <source>{seat} is writing nothing now.</source>
      <translation>{seat} schreibt gerade nichts.</translation>
    </message>
    <message>
      <location filename="app/export/decisions.py" />
      <source>{seat} joined the table</source>
      <translation>{seat} kam an den Tisch</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/state.py" />
      <source>{seat} replaced: {model}</source>
      <translation>{seat} ersetzt: {model}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/state.py" />
      <source>{seat} sat out round {n}: no answer</source>
      <translation>{seat} hat Runde {n} ausgesetzt: keine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/state.py" />
      <source>{seat} sat out round {n}: {why}</source>
      <translation>{seat} hat Runde {n} ausgesetzt: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/state.py" />
      <source>{seat} sat out the questions: no answer</source>
      <translation>{seat} hat bei den Fragen ausgesetzt: keine Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/state.py" />
      <source>{seat} sat out the questions: {why}</source>
      <translation>{seat} hat bei den Fragen ausgesetzt: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>{seat}'s answer in round {n} was left out by decision</source>
      <translation>Die Antwort von {seat} in Runde {n} wurde durch Entscheidung weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>{seat}'s critiques of round {n} were left out by decision</source>
      <translation>Die Kritiken von {seat} in Runde {n} wurden durch Entscheidung weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>{seat}'s figures of round {n} were left out by decision</source>
      <translation>Die Zahlen von {seat} in Runde {n} wurden durch Entscheidung weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>{seat}'s refined answer in round {n} could not be read: its earlier text stands</source>
      <translation>die überarbeitete Antwort von {seat} in Runde {n} war nicht lesbar: Der frühere Text bleibt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/degradation.py" />
      <source>{seat}'s refined answer in round {n} was left out by decision</source>
      <translation>Die überarbeitete Antwort von {seat} in Runde {n} wurde durch Entscheidung weggelassen</translation>
    </message>
    <message>
      <location filename="app/services/estimates.py" />
      <source>{seat}: {model} takes {window} tokens; up to {needs} may be needed.</source>
      <translation>{seat}: {model} fasst {window} Token; bis zu {needs} können nötig sein.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/views.py" />
      <source>{seat}: {n} more questions were over the maximum and left out</source>
      <translation>{seat}: {n} weitere Fragen waren über dem Höchstmaß und fielen weg</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>{server} was not approved.</source>
      <translation>{server} war nicht freigegeben.</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{share} ({low} to {high})</source>
      <translation>{share} ({low} bis {high})</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>{share} ({n} of {all})</source>
      <translation>{share} ({n} von {all})</translation>
    </message>
    <message>
      <location filename="app/ui/panels/slots.py" />
      <source>{slot} · {place}</source>
      <translation>{slot} · {place}</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>{some}, {more}</source>
      <translation>{some}, {more}</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{spent:,} of {limit:,} tokens are used; the next call may take up to {needs:,}.</source>
      <translation>{spent:,} von {limit:,} Token sind verbraucht; der nächste Aufruf braucht bis zu {needs:,}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{spent} of {limit} spent; the next call may cost up to {needs}.</source>
      <translation>{spent} von {limit} ausgegeben; der nächste Aufruf kostet bis zu {needs}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{spent} of {limit} tokens used; the next call may take up to {needs}.</source>
      <translation>{spent} von {limit} Token verbraucht; der nächste Aufruf braucht bis zu {needs}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{sum} are spent</source>
      <translation>{sum} sind ausgegeben</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>{text}</source>
      <translation>{text}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/grading.py" />
      <source>{text}.</source>
      <translation>{text}.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>{title} ({name}): this is no number.</source>
      <translation>{title} ({name}): Das ist keine Zahl.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>{title} ({name}): {why}.</source>
      <translation>{title} ({name}): {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title} has {n} earlier requests: more than the writer can take in with the text.</source>
      <translation>{title} hat {n} frühere Wünsche: mehr, als der Verfasser mit dem Text aufnehmen kann.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>{title} is written from {above}, and there is nothing in that yet. Write it first: /generate {name}</source>
      <translation>{title} wird aus {above} geschrieben, und darin ist noch nichts. Schreiben Sie es erst: /generate {name}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{title} may no longer fit, since iteration {n}.</source>
      <translation>{title} passt vielleicht nicht mehr, seit Iteration {n}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{title} may no longer fit.</source>
      <translation>{title} passt vielleicht nicht mehr.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>{title} still fits</source>
      <translation>{title} passt noch</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{title} · {level}</source>
      <translation>{title} · {level}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title}, attempt {n}: accept the new text?</source>
      <translation>{title}, Versuch {n}: den neuen Text annehmen?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title}, attempt {n}: the judge asks for a revision.</source>
      <translation>{title}, Versuch {n}: Die Jury verlangt eine Überarbeitung.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>{title}, edited by hand</source>
      <translation>{title}, von Hand bearbeitet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>{title}, edited outside</source>
      <translation>{title}, außerhalb bearbeitet</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>{title}, written anew</source>
      <translation>{title}, neu geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>{title}, written for the first time</source>
      <translation>{title}, zum ersten Mal geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title}: 1 file</source>
      <translation>{title}: 1 Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title}: accept this way of taking it back?</source>
      <translation>{title}: diese Art der Rücknahme annehmen?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>{title}: not written yet</source>
      <translation>{title}: noch nicht geschrieben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>{title}: what should change?</source>
      <translation>{title}: Was soll sich ändern?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title}: which text goes on?</source>
      <translation>{title}: Mit welchem Text geht es weiter?</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/feedback_nodes.py" />
      <source>{title}: {files}, {lines} lines changed, {words} words now; {times} so far.</source>
      <translation>{title}: {files}, {lines} Zeilen geändert, jetzt {words} Wörter; {times} bisher.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>{title}: {files}, {n} words, {times}</source>
      <translation>{title}: {files}, {n} Wörter, {times}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>{title}: {n} files</source>
      <translation>{title}: {n} Dateien</translation>
    </message>
    <message>
      <location filename="app/services/one_session.py" />
      <source>{title}: {value}</source>
      <translation>{title}: {value}</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{told} {hint}</source>
      <translation>{told} {hint}</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>{tool}: {said}</source>
      <translation>{tool}: {said}</translation>
    </message>
    <message>
      <location filename="app/services/review.py" />
      <source>{type} is no event of a person.</source>
      <translation>{type} ist kein Ereignis einer Person.</translation>
    </message>
    <message>
      <location filename="app/documents/wording.py" />
      <source>{unread} of its {all} pages could not be read.</source>
      <translation>{unread} von {all} Seiten konnten nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{value} conflicts left open, at most {n}</source>
      <translation>{value} Widersprüche offen gelassen, höchstens {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/telling.py" />
      <source>{value} of {n} critical questions answered</source>
      <translation>{value} von {n} kritischen Fragen beantwortet</translation>
    </message>
    <message>
      <location filename="app/workflows/research/report_text.py" />
      <source>{what} stands ({who})</source>
      <translation>{what} gilt ({who})</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/explaining.py" />
      <source>{where}: {text}</source>
      <translation>{where}: {text}</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>{where}: {why}.</source>
      <translation>{where}: {why}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({key}): answered in full; the program has changed since, and would ask in other words, for up to {again}.</source>
      <translation>{who} ({key}): vollständig beantwortet; das Programm hat sich seitdem geändert und würde mit anderen Worten fragen, für bis zu {again}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({key}): done in full, for another question than is asked now: this session was changed from outside. Asking again may cost {again}.</source>
      <translation>{who} ({key}): vollständig erledigt, aber für eine andere Frage als die jetzige: Diese Sitzung wurde von außen geändert. Noch einmal zu fragen kann {again} kosten.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({key}): it is not known whether the tool {server}/{tool} was run, at {where}, with {arguments}. Once more may be once too often.</source>
      <translation>{who} ({key}): Es ist nicht bekannt, ob das Werkzeug {server}/{tool} ausgeführt wurde, dort: {where}, mit {arguments}. Noch einmal kann einmal zu viel sein.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({key}): it is not known whether this call was finished; {n} characters arrived. Asking again may cost {again}.</source>
      <translation>{who} ({key}): Es ist nicht bekannt, ob dieser Aufruf fertig wurde; {n} Zeichen sind angekommen. Noch einmal zu fragen kann {again} kosten.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({what}): the whole answer is saved; asking again in the new wording {cost}.</source>
      <translation>{who} ({what}): Die ganze Antwort ist gespeichert; noch einmal mit den neuen Worten zu fragen {cost}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({what}): this session was changed from outside; the saved answer may not fit it any more, and asking again {cost}.</source>
      <translation>{who} ({what}): Diese Sitzung wurde von außen geändert; die gespeicherte Antwort passt vielleicht nicht mehr, und noch einmal zu fragen {cost}.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who} ({what}): {got}; asking again {cost}.</source>
      <translation>{who} ({what}): {got}; noch einmal zu fragen {cost}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{who} changed nothing</source>
      <translation>{who} hat nichts geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{who} changed {files}</source>
      <translation>{who} hat {files} geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who} on its changes: {said}</source>
      <translation>{who} zu seinen Änderungen: {said}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who} ranks what it reviewed, best first: {order}</source>
      <translation>{who} ordnet, was zu prüfen war, das Beste zuerst: {order}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who} reads a summary of {long} characters in place of {short}</source>
      <translation>{who} liest eine Zusammenfassung von {long} Zeichen statt {short}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who} says nothing of its changes</source>
      <translation>{who} sagt nichts zu seinen Änderungen</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>{who} wants to use a tool.</source>
      <translation>{who} möchte ein Werkzeug benutzen.</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>{who} wants to use the tool {tool}.</source>
      <translation>{who} möchte das Werkzeug {tool} benutzen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{who} {says}: {why}</source>
      <translation>{who} {says}: {why}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{who} · {title}</source>
      <translation>{who} · {title}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/tabs.py" />
      <source>{who}, version {n}</source>
      <translation>{who}, Fassung {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/judging_nodes.py" />
      <source>{who}, {version}</source>
      <translation>{who}, {version}</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who}: it is not known whether {server}/{tool} was run; once more may be once too often.</source>
      <translation>{who}: Es ist nicht bekannt, ob {server}/{tool} ausgeführt wurde; noch einmal kann einmal zu viel sein.</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who}: the history no longer fits the model. Only reflections can be carried on, or a summary.</source>
      <translation>{who}: Der Verlauf passt nicht mehr in das Modell. Nur die Reflexionen können mitgenommen werden, oder eine Zusammenfassung.</translation>
    </message>
    <message>
      <location filename="app/domain/tool_gate.py" />
      <source>{who}: {n} calls of tools are wanted: {tools}.</source>
      <translation>{who}: {n} Aufrufe von Werkzeugen sind gewünscht: {tools}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{who}: {n} more questions were over the maximum.</source>
      <translation>{who}: {n} weitere Fragen waren über dem Höchstmaß.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>{who}: {n} of {all} files are written; next is {file}.</source>
      <translation>{who}: {n} von {all} Dateien sind geschrieben; als Nächstes {file}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who}: {n} questions over the limit were left out</source>
      <translation>{who}: {n} Fragen über der Grenze wurden weggelassen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who}: {text}</source>
      <translation>{who}: {text}</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who}: {what}, tried {n}×.</source>
      <translation>{who}: {what}, {n}-mal versucht</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who}: {what}.</source>
      <translation>{who}: {what}.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{who}: {what}{said}</source>
      <translation>{who}: {what}{said}</translation>
    </message>
    <message>
      <location filename="app/domain/gate_lines.py" />
      <source>{who}: {why}{often}.</source>
      <translation>{who}: {why}{often}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/writing_nodes.py" />
      <source>{who}’s answer broke off in {where}; what came is kept.</source>
      <translation>Die Antwort von {who} brach in {where} ab; was kam, ist aufgehoben.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who}’s draft {n}, {which}: {text}</source>
      <translation>Entwurf {n} von {who}, {which}: {text}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>{who}’s reply could not be read; its answer stays</source>
      <translation>Die Antwort von {who} war nicht lesbar; sein Text bleibt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wording.py" />
      <source>{who}’s writing stands still at {file}</source>
      <translation>Das Schreiben von {who} steht bei {file} still</translation>
    </message>
    <message>
      <location filename="app/services/readiness.py" />
      <source>{why} ({who}).</source>
      <translation>{why} ({who}).</translation>
    </message>
    <message>
      <location filename="app/settings/settings.py" />
      <source>{why} It cannot be put aside: {what}.</source>
      <translation>{why} Sie lässt sich nicht danebenlegen: {what}.</translation>
    </message>
    <message>
      <location filename="app/services/context_files.py" />
      <source>{why} It is left out.</source>
      <translation>{why} Sie wird weggelassen.</translation>
    </message>
    <message>
      <location filename="app/settings/settings.py" />
      <source>{why} It was put aside as {file}; every setting is as at the start.</source>
      <translation>{why} Sie liegt jetzt daneben als {file}; alle Einstellungen sind wie am Anfang.</translation>
    </message>
    <message>
      <location filename="app/settings/settings.py" />
      <source>{why} It was put aside as {file}; the settings saved before are in force again.</source>
      <translation>{why} Sie liegt jetzt daneben als {file}; es gelten wieder die zuvor gespeicherten Einstellungen.</translation>
    </message>
    <message>
      <location filename="app/services/readiness.py" />
      <source>{why} Nothing was started.</source>
      <translation>{why} Nichts wurde gestartet.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{why}, 1 disagreement still open.</source>
      <translation>{why}, 1 Streitpunkt noch offen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/labels.py" />
      <source>{why}, {n} disagreements still open.</source>
      <translation>{why}, {n} Streitpunkte noch offen.</translation>
    </message>
    <message>
      <location filename="app/services/readiness.py" />
      <source>{why}.</source>
      <translation>{why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>{words} words in 1 file.</source>
      <translation>{words} Wörter in 1 Datei.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/accepting_nodes.py" />
      <source>{words} words in {n} files.</source>
      <translation>{words} Wörter in {n} Dateien.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>{word} {n} is done.</source>
      <translation>{word} {n} ist fertig.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>{word} {n} is ready for your decision.</source>
      <translation>{word} {n} ist bereit für Ihre Entscheidung.</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>{w}.</source>
      <translation>{w}.</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>“on” or “off”</source>
      <translation>„on“ oder „off“</translation>
    </message>
    <message>
      <location filename="app/services/person_commands.py" />
      <source>“roundtable ask SESSION” lists what was.</source>
      <translation>„roundtable ask SITZUNG“ zeigt, was verlangt wurde.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>“roundtable list” shows the sessions there are.</source>
      <translation>„roundtable list“ zeigt, welche Sitzungen es gibt.</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>“roundtable list” shows those that are here.</source>
      <translation>„roundtable list“ zeigt die, die hier sind.</translation>
    </message>
    <message>
      <location filename="app/cli/agents/serving.py" />
      <source>“roundtable mcp” needs the Python package mcp, which is not installed.</source>
      <translation>„roundtable mcp“ braucht das Python-Paket mcp; es ist nicht installiert.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>“{address}” is no address.</source>
      <translation>„{address}“ ist keine Adresse.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>“{address}” is no server's address.</source>
      <translation>„{address}“ ist keine Adresse eines Servers.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/shown_changes.py" />
      <source>“{before}” → “{after}”</source>
      <translation>„{before}“ → „{after}“</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/typed_lines.py" />
      <source>“{command}” is no command. There are: {known}.</source>
      <translation>„{command}“ ist kein Befehl. Es gibt: {known}.</translation>
    </message>
    <message>
      <location filename="app/store/project_git.py" />
      <source>“{file}” cannot be a file of the project.</source>
      <translation>„{file}“ kann keine Datei des Projekts sein.</translation>
    </message>
    <message>
      <location filename="app/store/source_texts.py" />
      <source>“{file}” cannot be read: {why}.</source>
      <translation>„{file}“ kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>“{file}” has no change {n}; it has {there}.</source>
      <translation>„{file}“ hat keine Änderung {n}; es hat {there}.</translation>
    </message>
    <message>
      <location filename="app/store/source_texts.py" />
      <source>“{file}” is a binary file.</source>
      <translation>„{file}“ ist eine Binärdatei.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/plugin.py" />
      <source>“{file}” is for {seat} alone, and no member is called so</source>
      <translation>„{file}“ ist nur für {seat}, und kein Mitglied heißt so</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>“{file}” is larger than {limit} MB.</source>
      <translation>„{file}“ ist größer als {limit} MB.</translation>
    </message>
    <message>
      <location filename="app/store/source_folder.py" />
      <source>“{file}” is left out of what may be read ({why}).</source>
      <translation>„{file}“ gehört nicht zu dem, was gelesen werden darf ({why}).</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>“{file}” is no regular file.</source>
      <translation>„{file}“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
      <location filename="app/store/source_texts.py" />
      <source>“{file}” is not a UTF-8 text.</source>
      <translation>„{file}“ ist kein UTF-8-Text.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>“{file}” is not among the changed files: {known}.</source>
      <translation>„{file}“ ist nicht unter den geänderten Dateien: {known}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/changes.py" />
      <source>“{file}” is not among the changes.</source>
      <translation>„{file}“ ist nicht unter den Änderungen.</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>“{file}” is not inside the folder.</source>
      <translation>„{file}“ liegt nicht in dem Ordner.</translation>
    </message>
    <message>
      <location filename="app/store/confined.py" />
      <source>“{file}” leads through a link, and links are not followed.</source>
      <translation>„{file}“ führt über eine Verknüpfung, und Verknüpfungen wird nicht gefolgt.</translation>
    </message>
    <message>
      <location filename="app/store/source_folder.py" />
      <source>“{file}” lies too deep to be read.</source>
      <translation>„{file}“ liegt zu tief, um gelesen zu werden.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>“{finding}” is no side of {conflict}.</source>
      <translation>„{finding}“ ist keine Seite von {conflict}.</translation>
    </message>
    <message>
      <location filename="app/cli/runs.py" />
      <source>“{item}” names no folder.</source>
      <translation>„{item}“ nennt keinen Ordner.</translation>
    </message>
    <message>
      <location filename="app/cli/tool_servers.py" />
      <source>“{item}” names no value.</source>
      <translation>„{item}“ nennt keinen Wert.</translation>
    </message>
    <message>
      <location filename="app/services/typed_values.py" />
      <source>“{item}” says no value.</source>
      <translation>„{item}“ nennt keinen Wert.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>“{item}” sets no field of this workflow.</source>
      <translation>„{item}“ setzt kein Feld dieses Ablaufs.</translation>
    </message>
    <message>
      <location filename="app/services/providers.py" />
      <source>“{name}” cannot be a server's name.</source>
      <translation>„{name}“ kann kein Name eines Servers sein.</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>“{name}” cannot be a team's name.</source>
      <translation>„{name}“ kann kein Name eines Teams sein.</translation>
    </message>
    <message>
      <location filename="app/settings/templates.py" />
      <source>“{name}” cannot be a template's name.</source>
      <translation>„{name}“ kann kein Name einer Vorlage sein.</translation>
    </message>
    <message>
      <location filename="app/engine/commands.py" />
      <source>“{name}” cannot be asked for at this gate.</source>
      <translation>„{name}“ lässt sich an diesem Haltepunkt nicht verlangen.</translation>
    </message>
    <message>
      <location filename="app/cli/exports.py" />
      <source>“{name}” cannot be hidden.</source>
      <translation>„{name}“ lässt sich nicht verbergen.</translation>
    </message>
    <message>
      <location filename="app/services/batches/plan.py" />
      <source>“{name}” cannot be the name of a batch.</source>
      <translation>„{name}“ kann kein Stapel heißen.</translation>
    </message>
    <message>
      <location filename="app/settings/tool_servers.py" />
      <source>“{name}” cannot be the name of a variable or header</source>
      <translation>„{name}“ kann nicht der Name einer Variablen oder Kopfzeile sein</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/names.py" />
      <source>“{name}” is no file name that every system can hold.</source>
      <translation>„{name}“ ist kein Dateiname, den jedes System annimmt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/names.py" />
      <source>“{name}” is no name that a draft may write to.</source>
      <translation>Unter dem Namen „{name}“ darf ein Entwurf nicht schreiben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/names.py" />
      <source>“{name}” is not among the files of this level: {files}.</source>
      <translation>„{name}“ ist nicht unter den Dateien dieser Ebene: {files}.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/level_plan.py" />
      <source>“{name}” is not there, so it can be neither kept nor dropped.</source>
      <translation>„{name}“ gibt es nicht, also lässt es sich weder behalten noch streichen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/files_reply.py" />
      <source>“{name}” is to be kept, but there is no such file.</source>
      <translation>„{name}“ soll bleiben, aber eine solche Datei gibt es nicht.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/names.py" />
      <source>“{name}” is too long for a file name.</source>
      <translation>„{name}“ ist für einen Dateinamen zu lang.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/names.py" />
      <source>“{name}” leads out of the folder of this level; nothing was written there.</source>
      <translation>„{name}“ führt aus dem Ordner dieser Ebene hinaus; dort wurde nichts geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/combining.py" />
      <source>“{one}” and “{other}” change the same place of {file}: take one of them.</source>
      <translation>„{one}“ und „{other}“ ändern dieselbe Stelle von {file}: Nehmen Sie eines davon.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>“{option}” is no option of {question}.</source>
      <translation>„{option}“ ist keine Möglichkeit bei {question}.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gap_words.py" />
      <source>“{question}”: {gap}</source>
      <translation>„{question}“: {gap}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>“{row}” is no row of the table; the rows are: {rows}</source>
      <translation>„{row}“ ist keine Zeile der Tabelle; die Zeilen sind: {rows}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/confidence.py" />
      <source>“{row}” must be from 0 to 1</source>
      <translation>„{row}“ muss von 0 bis 1 sein</translation>
    </message>
    <message>
      <location filename="app/domain/gates.py" />
      <source>“{text}”</source>
      <translation>„{text}“</translation>
    </message>
    <message>
      <location filename="app/services/session_admin.py" />
      <source>“{text}” fits {count} sessions in the trash.</source>
      <translation>„{text}“ passt zu {count} Sitzungen im Papierkorb.</translation>
    </message>
    <message>
      <location filename="app/services/sessions.py" />
      <source>“{text}” fits {count} sessions.</source>
      <translation>„{text}“ passt zu {count} Sitzungen.</translation>
    </message>
    <message>
      <location filename="app/store/sessions.py" />
      <source>“{text}” is no session id.</source>
      <translation>„{text}“ ist keine Kennung einer Sitzung.</translation>
    </message>
    <message>
      <location filename="app/cli/approving.py" />
      <source>“{text}” names no server.</source>
      <translation>„{text}“ nennt keinen Server.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>“{title}” does not stand in the document any more: nothing is changed there.</source>
      <translation>„{title}“ steht nicht mehr im Dokument: Dort wird nichts geändert.</translation>
    </message>
    <message>
      <location filename="app/domain/item_verbs.py" />
      <source>“{verb}” does not fit {key}.</source>
      <translation>„{verb}“ passt nicht zu {key}.</translation>
    </message>
    <message>
      <location filename="app/services/returning_words.py" />
      <source>“{words}” finds no place: the text was changed there since. It is not taken in.</source>
      <translation>„{words}“ findet keine Stelle: Der Text wurde dort seitdem geändert. Es wird nicht übernommen.</translation>
    </message>
    <message>
      <location filename="app/export/html_text.py" />
      <source>… {n} passage as before …</source>
      <translation>… {n} Stelle wie zuvor …</translation>
    </message>
    <message>
      <location filename="app/export/html_text.py" />
      <source>… {n} passages as before …</source>
      <translation>… {n} Stellen wie zuvor …</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/console.py" />
      <source>✓ Experiment {run} completed
✓ Executed {count} cycles</source>
      <translation>✓ Experiment {run} abgeschlossen
✓ {count} Zyklen ausgeführt</translation>
    </message>
  </context>
  <context>
    <name>batch</name>
    <message>
      <location filename="app/export/batch.py" />
      <source>failed</source>
      <translation>ausgefallen</translation>
    </message>
    <message>
      <location filename="app/export/batch.py" />
      <source>finished</source>
      <translation>abgeschlossen</translation>
    </message>
  </context>
  <context>
    <name>question</name>
    <message>
      <location filename="app/workflows/debate/wording.py" />
      <source>answered</source>
      <translation>beantwortet</translation>
    </message>
  </context>
  <context>
    <name>role</name>
    <message>
      <location filename="app/domain/seats.py" />
      <source>agent</source>
      <translation>Agent</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>judge</source>
      <translation>Jury</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>performance</source>
      <translation>Leistung</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>searching</source>
      <translation>Suche</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>security</source>
      <translation>Sicherheit</translation>
    </message>
    <message>
      <location filename="app/domain/seats.py" />
      <source>verifying</source>
      <translation>Prüfung</translation>
    </message>
  </context>
  <context>
    <name>setup</name>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>1 to 5; more are rarely better.</source>
      <translation>1 bis 5; mehr sind selten besser.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>A folder inside the one that is studied.</source>
      <translation>Ein Ordner in dem, der untersucht wird.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>A level written file by file stops behind each, until you go on.</source>
      <translation>Eine Ebene, die Datei für Datei geschrieben wird, hält nach jeder an, bis Sie weitermachen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>A memory of its own, and messages to you, the operator.</source>
      <translation>Ein eigenes Gedächtnis und Nachrichten an Sie, den Betreuer.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Agents at once</source>
      <translation>Agenten gleichzeitig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Agreement (or quality, where that ends it) at which no further round is needed.</source>
      <translation>Übereinstimmung (oder Güte, wo diese es beendet), bei der keine weitere Runde nötig ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Allow all the same</source>
      <translation>Trotzdem erlauben</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Another folder for this run's log, on this machine. Empty: in the data folder.</source>
      <translation>Ein anderer Ordner für das Protokoll dieses Laufs, auf diesem Rechner. Leer: im Datenordner.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Ask me</source>
      <translation>Mich fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>At the end</source>
      <translation>Am Ende</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Attempt (0: the newest)</source>
      <translation>Versuch (0: der neueste)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Background</source>
      <translation>Hintergrund</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Before anything is written you read and approve what is going to change.</source>
      <translation>Bevor etwas geschrieben wird, lesen Sie, was sich ändern wird, und geben es frei.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Best</source>
      <translation>Beste</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Brief</source>
      <translation>Auftrag</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Carry over</source>
      <translation>Mitnehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Chair</source>
      <translation>Vorsitz</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Changes of other files, by number</source>
      <translation>Änderungen anderer Dateien, nach Nummer</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Changes of others, by number</source>
      <translation>Änderungen anderer, nach Nummer</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Changes to the table, one per line, such as “verified = 0.7”. Empty: as it stands.</source>
      <translation>Änderungen an der Tabelle, eine je Zeile, etwa „verified = 0.7“. Leer: wie sie ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Characters of history from which a member carries a summary.</source>
      <translation>Zeichen Verlauf, ab denen ein Mitglied eine Zusammenfassung mitnimmt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Characters; less than the threshold.</source>
      <translation>Zeichen; weniger als die Schwelle.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Compares reflections, as openai/text-embedding-3-small. Empty: their words do.</source>
      <translation>Vergleicht Reflexionen, etwa openai/text-embedding-3-small. Leer: nach ihren Wörtern.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Conclude early</source>
      <translation>Früh abschließen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Confidence needed</source>
      <translation>Nötige Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Confidence table</source>
      <translation>Tabelle der Verlässlichkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Confidence to conclude early</source>
      <translation>Verlässlichkeit für frühen Abschluss</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Confirm</source>
      <translation>Bestätigen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Context</source>
      <translation>Kontext</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Context length</source>
      <translation>Kontextlänge</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Contradictions that a verification has left open.</source>
      <translation>Widersprüche, die eine Prüfung offen gelassen hat.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Convergence</source>
      <translation>Konvergenz</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Cost limit</source>
      <translation>Kostengrenze</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Count first answers</source>
      <translation>Erste Antworten zählen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Coverage needed</source>
      <translation>Nötige Abdeckung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Coverage to conclude early</source>
      <translation>Abdeckung für frühen Abschluss</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Cycles</source>
      <translation>Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Decide each critique before the authors see it.</source>
      <translation>Über jede Kritik entscheiden, bevor die Verfasser sie sehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Dismiss</source>
      <translation>Verwerfen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Dollars; reaching it asks you. Empty: no limit.</source>
      <translation>Dollar; wird es erreicht, werden Sie gefragt. Leer: keine Grenze.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Drop</source>
      <translation>Fallen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Earlier findings</source>
      <translation>Frühere Befunde</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Embedding model</source>
      <translation>Embedding-Modell</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Empty: a model of the team that does not write.</source>
      <translation>Leer: ein Modell des Teams, das nicht schreibt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Empty: that of each member.</source>
      <translation>Leer: bei jedem Mitglied das eigene.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Empty: the larger of 50,000 and 1.25 times the estimate for the planned rounds.</source>
      <translation>Leer: das Größere von 50 000 und dem 1,25-Fachen der Schätzung für die geplanten Runden.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Empty: the model of the team's first member. It never changes.</source>
      <translation>Leer: das Modell des ersten Mitglieds des Teams. Es ändert sich nie.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>End after a round in which no answer turned for evidence or an error, where that shows.</source>
      <translation>Nach einer Runde enden, in der keine Antwort wegen eines Belegs oder Fehlers anders wurde, wo das zu sehen ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Ends before the last iteration where coverage and confidence are high.</source>
      <translation>Endet vor der letzten Iteration, wo Abdeckung und Verlässlichkeit hoch sind.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Every cycle</source>
      <translation>Jeden Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Every iteration</source>
      <translation>Jede Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Every n</source>
      <translation>Alle n</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Every n cycles</source>
      <translation>Alle n Zyklen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Every round</source>
      <translation>Jede Runde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Files as they were edited</source>
      <translation>Dateien, wie sie bearbeitet wurden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Files in your own words</source>
      <translation>Dateien in Ihren eigenen Worten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Files left out by themselves (keys, hidden ones) that may be read, one path per line.</source>
      <translation>Dateien, die von selbst wegbleiben (Schlüssel, verborgene) und doch gelesen werden dürfen, ein Pfad je Zeile.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Files that are taken whole</source>
      <translation>Dateien, die ganz genommen werden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Files that are taken whole, with whose they are</source>
      <translation>Dateien, die ganz genommen werden, und von wem</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Files that matter</source>
      <translation>Dateien, auf die es ankommt</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Files that no model is shown, one pattern per line, as in a .gitignore.</source>
      <translation>Dateien, die kein Modell zu sehen bekommt, ein Muster je Zeile, wie in einer .gitignore.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Finds alike findings, as openai/text-embedding-3-small. Empty: their words do.</source>
      <translation>Findet ähnliche Befunde, etwa openai/text-embedding-3-small. Leer: nach ihren Wörtern.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Fixed</source>
      <translation>Fest</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Folder</source>
      <translation>Ordner</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>For exploring, citations and patterns. Empty: the team's members in turn.</source>
      <translation>Für Erkundung, Belege und Muster. Leer: die Mitglieder des Teams der Reihe nach.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>For models that take one. Empty: none is sent.</source>
      <translation>Für Modelle, die einen nehmen. Leer: keiner wird gesendet.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>For single levels, as “prose: strict, premise: lenient”. Empty: the same in all.</source>
      <translation>Für einzelne Ebenen, etwa „prose: strict, premise: lenient“. Leer: überall gleich.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>For verification, security and performance. Empty: the chair's model.</source>
      <translation>Für Prüfung, Sicherheit und Leistung. Leer: das Modell des Vorsitzes.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Full</source>
      <translation>Ganz</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Further ones are dropped and counted.</source>
      <translation>Weitere werden weggelassen und gezählt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Hide names</source>
      <translation>Namen verbergen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>How freely it writes.</source>
      <translation>Wie frei es schreibt.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>How many cycles; you may add more later.</source>
      <translation>Wie viele Zyklen; später können Sie weitere hinzufügen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>How many look whether it was done as asked; the majority decides.</source>
      <translation>Wie viele nachsehen, ob es wie verlangt gemacht wurde; die Mehrheit entscheidet.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>How many members of the team write each change, at once; you take one of their texts.</source>
      <translation>Wie viele Mitglieder des Teams jede Änderung gleichzeitig schreiben; Sie nehmen einen der Texte.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>How many work in one iteration.</source>
      <translation>Wie viele in einer Iteration arbeiten.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>How much the judge lets pass.</source>
      <translation>Wie viel die Jury durchgehen lässt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>How often a failed call is tried again, where that is safe.</source>
      <translation>Wie oft ein ausgefallener Aufruf noch einmal versucht wird, wo das gefahrlos ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>How often members may ask.</source>
      <translation>Wie oft Mitglieder fragen dürfen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>If changed</source>
      <translation>Wenn geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Iterations at most</source>
      <translation>Höchstens so viele Iterationen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Its commit, where it was accepted in another session</source>
      <translation>Ihr Commit, wenn sie in einer anderen Sitzung angenommen wurde</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Its new text</source>
      <translation>Ihr neuer Text</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Judge</source>
      <translation>Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Judge's model</source>
      <translation>Modell der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Judges</source>
      <translation>Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Judges' temperature</source>
      <translation>Temperatur der Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Keep a</source>
      <translation>a behalten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Keep b</source>
      <translation>b behalten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Keep both</source>
      <translation>Beide behalten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Kind of text</source>
      <translation>Art des Textes</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Known answers</source>
      <translation>Bekannte Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Lead model</source>
      <translation>Leitendes Modell</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Leave</source>
      <translation>Lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Leave out</source>
      <translation>Weglassen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Leave out besides</source>
      <translation>Außerdem weglassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Lenient</source>
      <translation>Nachsichtig</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Let members ask first</source>
      <translation>Mitglieder zuerst fragen lassen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Level</source>
      <translation>Ebene</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Level (empty: the one you work on)</source>
      <translation>Ebene (leer: die, an der Sie arbeiten)</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Level, where it is not the target</source>
      <translation>Ebene, wo sie nicht das Ziel ist</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Log folder</source>
      <translation>Ordner des Protokolls</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Longest answer</source>
      <translation>Längste Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Longest answer (tokens)</source>
      <translation>Längste Antwort (Token)</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Low: the same text, the same word.</source>
      <translation>Niedrig: derselbe Text, dasselbe Wort.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Mean of the critical and important findings.</source>
      <translation>Mittel der kritischen und wichtigen Befunde.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Mean of the findings.</source>
      <translation>Mittel der Befunde.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Minutes the agent waits for your answer. Empty: as long as it takes.</source>
      <translation>Minuten, die der Agent auf Ihre Antwort wartet. Leer: so lange es dauert.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Model that explains</source>
      <translation>Modell für Erklärungen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Model that explores</source>
      <translation>Modell zum Erkunden</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Model that verifies</source>
      <translation>Modell zum Prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Must-haves</source>
      <translation>Muss-Punkte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Never ask</source>
      <translation>Nie fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Never, once the answers agree, or once the best one is good enough.</source>
      <translation>Nie, sobald die Antworten übereinstimmen, oder sobald die beste gut genug ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>No model is shown these; patterns as in a .gitignore, one per line.</source>
      <translation>Kein Modell bekommt diese zu sehen; Muster wie in einer .gitignore, eines je Zeile.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Normal</source>
      <translation>Normal</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Note for the next iteration</source>
      <translation>Notiz für die nächste Iteration</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Note for the next prompt</source>
      <translation>Notiz für den nächsten Prompt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Novel</source>
      <translation>Roman</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Number</source>
      <translation>Nummer</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Number of the acceptance, as commits count them</source>
      <translation>Nummer der Annahme, wie die Commits sie zählen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Number of the iteration (0: the newest)</source>
      <translation>Nummer der Iteration (0: die neueste)</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Of calls that failed safely.</source>
      <translation>Von Aufrufen, die gefahrlos ausfielen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Of who says what changed.</source>
      <translation>Dessen, der sagt, was sich geändert hat.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Off: agreement is shown and the rounds go on.</source>
      <translation>Aus: Die Übereinstimmung wird gezeigt, und die Runden gehen weiter.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Off: one answer each, no critique.</source>
      <translation>Aus: je eine Antwort, keine Kritik.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>On conflict</source>
      <translation>Bei Uneinigkeit</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Only the judge reads it, once the answer is written, and grades by it.</source>
      <translation>Nur die Jury liest es, wenn die Antwort geschrieben ist, und bewertet danach.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Only this file</source>
      <translation>Nur diese Datei</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Only this folder</source>
      <translation>Nur dieser Ordner</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Open conflicts allowed</source>
      <translation>Erlaubte offene Widersprüche</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Operator timeout</source>
      <translation>Wartezeit auf den Betreuer</translation>
    </message>
    <message>
      <location filename="app/workflows/common/source_tools.py" />
      <source>Part of a path, or a pattern such as *.md; empty: all.</source>
      <translation>Teil eines Pfads, oder ein Muster wie *.md; leer: alle.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Paths, folders or patterns, one per line.</source>
      <translation>Pfade, Ordner oder Muster, eines je Zeile.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Pause after every file</source>
      <translation>Nach jeder Datei anhalten</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Plan first</source>
      <translation>Erst planen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Plans, judges and reports. Empty: the chair's model, and the judge's where it judges.</source>
      <translation>Plant, urteilt und berichtet. Leer: das Modell des Vorsitzes, und das der Jury, wo sie urteilt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Previous</source>
      <translation>Vorige</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Quality</source>
      <translation>Güte</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Question</source>
      <translation>Frage</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Questions already settled; they are pinned like answered ones and not asked again.</source>
      <translation>Fragen, die schon geklärt sind; sie stehen fest wie beantwortete und werden nicht wieder gestellt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Questions per member</source>
      <translation>Fragen je Mitglied</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Questions, one per line</source>
      <translation>Fragen, eine je Zeile</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Reaching it asks you. Empty: no limit.</source>
      <translation>Wird sie erreicht, werden Sie gefragt. Leer: keine Grenze.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Reaching it ends the cycle with what there is.</source>
      <translation>Ist sie erreicht, endet der Zyklus mit dem, was da ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/gates.py" />
      <source>Refined</source>
      <translation>Überarbeitet</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Reflections</source>
      <translation>Reflexionen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Reflections carried</source>
      <translation>Mitgenommene Reflexionen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Reopen</source>
      <translation>Wieder öffnen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Report</source>
      <translation>Bericht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Retries</source>
      <translation>Wiederholungen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Review critiques</source>
      <translation>Kritiken prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Rounds at most</source>
      <translation>Höchstens so viele Runden</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Rounds of critique</source>
      <translation>Runden mit Kritik</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Rounds of questions</source>
      <translation>Fragerunden</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Run name</source>
      <translation>Name des Laufs</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Says what changed. Empty: the chair's.</source>
      <translation>Sagt, was sich geändert hat. Leer: das des Vorsitzes.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Seconds an agent has in all; the last quarter is for its answer.</source>
      <translation>Sekunden, die ein Agent insgesamt hat; das letzte Viertel ist für seine Antwort.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Seconds one call may take.</source>
      <translation>Sekunden, die ein Aufruf dauern darf.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <location filename="app/workflows/common/setups.py" />
      <source>Servers of yours whose tools may be called; before a tool's first call you are asked.</source>
      <translation>Ihre Server, deren Werkzeuge benutzt werden dürfen; vor dem ersten Aufruf eines Werkzeugs werden Sie gefragt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Share of a text that counts as changed.</source>
      <translation>Anteil eines Textes, der als geändert gilt.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Share of likely words it chooses from.</source>
      <translation>Anteil der wahrscheinlichen Wörter, aus denen es wählt.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Share of the files.</source>
      <translation>Anteil der Dateien.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Share of the relevant files that must be analysed.</source>
      <translation>Anteil der maßgeblichen Dateien, die untersucht werden müssen.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Show letters for names until you have decided.</source>
      <translation>Buchstaben statt Namen zeigen, bis Sie entschieden haben.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Small letters, digits, - _ and . ; names the log. One that exists is appended to.</source>
      <translation>Kleine Buchstaben, Ziffern, - _ und . ; benennt das Protokoll. An ein vorhandenes wird angehängt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Smallest change (0–1)</source>
      <translation>Kleinste Änderung (0–1)</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Starting prompt</source>
      <translation>Startprompt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Stop automatically</source>
      <translation>Von selbst aufhören</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Stop early when</source>
      <translation>Früher aufhören, wenn</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Stop when agreement reaches</source>
      <translation>Aufhören, wenn die Übereinstimmung erreicht</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Stop when nothing is gained</source>
      <translation>Anhalten, wenn nichts gewonnen wird</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Strict</source>
      <translation>Streng</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Summarise above</source>
      <translation>Zusammenfassen ab</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Summarise down to</source>
      <translation>Zusammenfassen auf</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Summary</source>
      <translation>Zusammenfassung</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Take</source>
      <translation>Nehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Temperature</source>
      <translation>Temperatur</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Temperature of explaining</source>
      <translation>Temperatur der Erklärungen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Text every member reads before it answers.</source>
      <translation>Text, den jedes Mitglied liest, bevor es antwortet.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tools.py" />
      <source>Text to look for in keys and notes; * stands for anything.</source>
      <translation>Text, der in Namen und Notizen gesucht wird; * steht für Beliebiges.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Texts every member is given with the question, or one member alone.</source>
      <translation>Texte, die jedes Mitglied mit der Frage bekommt, oder eines allein.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>The answer comes from</source>
      <translation>Die Antwort kommt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>The chair; or, without rounds of critique: the answer most gave, or the judge's choice.</source>
      <translation>Vom Vorsitz; oder, ohne Runden mit Kritik: die häufigste Antwort, oder die, die die Jury wählt.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>The documents or the code to study; it is only read.</source>
      <translation>Die Dokumente oder der Code, die untersucht werden; es wird nur gelesen.</translation>
    </message>
    <message>
      <location filename="app/workflows/common/source_tools.py" />
      <source>The file's path, as list_files shows it.</source>
      <translation>Der Pfad der Datei, wie ihn list_files zeigt.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>The findings export of an earlier research; each citation is checked anew.</source>
      <translation>Der Befunde-Export einer früheren Recherche; jeder Beleg wird neu geprüft.</translation>
    </message>
    <message>
      <location filename="app/workflows/common/source_tools.py" />
      <source>The first line, counted from 1.</source>
      <translation>Die erste Zeile, von 1 an gezählt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>The folder of the text. Nothing in it changes before you accept.</source>
      <translation>Der Ordner des Textes. Nichts darin ändert sich, bevor Sie annehmen.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>The judge is</source>
      <translation>Die Jury ist</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>The judge is, by level</source>
      <translation>Die Jury ist, je Ebene</translation>
    </message>
    <message>
      <location filename="app/workflows/common/source_tools.py" />
      <source>The last line; 0: to the end.</source>
      <translation>Die letzte Zeile; 0: bis zum Ende.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>The name of one file of the folder: the others are left alone. Empty: the whole folder.</source>
      <translation>Der Name einer Datei des Ordners: Die anderen bleiben unberührt. Leer: der ganze Ordner.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tools.py" />
      <source>The note's name.</source>
      <translation>Der Name der Notiz.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tools.py" />
      <source>The note's text; an older one under the key is replaced.</source>
      <translation>Der Text der Notiz; ein älterer unter dem Namen wird ersetzt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>The plan</source>
      <translation>Der Plan</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>The same answer</source>
      <translation>Dieselbe Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>The words that may change</source>
      <translation>Die Worte, die sich ändern dürfen</translation>
    </message>
    <message>
      <location filename="app/workflows/common/source_tools.py" />
      <source>The words to look for, as they stand in a line.</source>
      <translation>Die gesuchten Wörter, wie sie in einer Zeile stehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Then it must give its answer.</source>
      <translation>Dann muss er seine Antwort geben.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>They may ask you what the question leaves open.</source>
      <translation>Sie dürfen Sie fragen, was die Frage offen lässt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Time limit</source>
      <translation>Zeitgrenze</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Time limit (s)</source>
      <translation>Zeitgrenze (s)</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Time of an agent (s)</source>
      <translation>Zeit eines Agenten (s)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Token budget</source>
      <translation>Token insgesamt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Token limit</source>
      <translation>Token-Grenze</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Tokens for independent answers</source>
      <translation>Token für unabhängige Antworten</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Tokens one call may return.</source>
      <translation>Token, die ein Aufruf zurückgeben darf.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Tokens one call may return. A level that is longer is written file by file.</source>
      <translation>Token, die ein Aufruf zurückgeben darf. Eine längere Ebene wird Datei für Datei geschrieben.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Tokens the model takes in at once. Empty: what is known of it.</source>
      <translation>Token, die das Modell auf einmal aufnimmt. Leer: was darüber bekannt ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>Tool calls per agent</source>
      <translation>Werkzeugaufrufe je Agent</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Tool calls per cycle</source>
      <translation>Werkzeugaufrufe je Zyklus</translation>
    </message>
    <message>
      <location filename="app/workflows/common/setups.py" />
      <source>Tool servers</source>
      <translation>Werkzeugserver</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Tools</source>
      <translation>Werkzeuge</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Top p</source>
      <translation>Top p</translation>
    </message>
    <message>
      <location filename="app/workflows/research/gates.py" />
      <source>Verify</source>
      <translation>Prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Version</source>
      <translation>Fassung</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Version, where there are several</source>
      <translation>Fassung, wo es mehrere gibt</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Versions to choose from</source>
      <translation>Fassungen zur Wahl</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Vote</source>
      <translation>Abstimmung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>What a right answer holds</source>
      <translation>Was eine richtige Antwort enthält</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>What it is to be</source>
      <translation>Was es werden soll</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>What most answer before any critique is shown; the chair must say why it departs.</source>
      <translation>Was die meisten vor jeder Kritik antworten, wird gezeigt; der Vorsitz muss sagen, warum er davon abweicht.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>What should be decided or answered.</source>
      <translation>Was entschieden oder beantwortet werden soll.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>What should change in them</source>
      <translation>Was sich darin ändern soll</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>What should change?</source>
      <translation>Was soll sich ändern?</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>What the agent is told in every cycle.</source>
      <translation>Was der Agent in jedem Zyklus gesagt bekommt.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>What the answer must cover, one per line; the judge marks each met or unmet.</source>
      <translation>Was die Antwort enthalten muss, eines je Zeile; die Jury sagt bei jedem, ob es erfüllt ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>What the next cycle is given: all messages, the newest reflections, or a summary.</source>
      <translation>Was der nächste Zyklus bekommt: alle Nachrichten, die neuesten Reflexionen oder eine Zusammenfassung.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/tools.py" />
      <source>What the operator should read.</source>
      <translation>Was der Betreuer lesen soll.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>What you want to know, with the questions that matter.</source>
      <translation>Was Sie wissen wollen, mit den Fragen, auf die es ankommt.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>What you want written. It is kept in the settings file and given with every level.</source>
      <translation>Was Sie geschrieben haben wollen. Es steht in der Einstellungsdatei und geht mit jeder Ebene mit.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>When a finished cycle waits for your decision.</source>
      <translation>Wann ein fertiger Zyklus auf Ihre Entscheidung wartet.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>When a round waits for your decision.</source>
      <translation>Wann eine Runde auf Ihre Entscheidung wartet.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>When an iteration waits for your decision.</source>
      <translation>Wann eine Iteration auf Ihre Entscheidung wartet.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Where a summary is carried over: from so many tokens of history on.</source>
      <translation>Wo eine Zusammenfassung mitgenommen wird: ab so vielen Token Verlauf.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Where it asks every n cycles: how many lie between.</source>
      <translation>Wo alle n Zyklen gefragt wird: wie viele dazwischen liegen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/setup.py" />
      <source>Where reflections are carried over: how many of the newest; 0: all.</source>
      <translation>Wo Reflexionen mitgenommen werden: wie viele der neuesten; 0: alle.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Which answers count as one: by their words, or as the judge groups them.</source>
      <translation>Welche Antworten als eine zählen: nach ihren Wörtern, oder wie die Jury sie zusammenlegt.</translation>
    </message>
    <message>
      <location filename="app/workflows/common/source_tools.py" />
      <source>Which files, as in list_files; empty: all.</source>
      <translation>Welche Dateien, wie bei list_files; leer: alle.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Which levels it is written in. Empty: what the folder says; a novel where it is empty.</source>
      <translation>In welchen Ebenen er geschrieben wird. Leer: was der Ordner sagt; ein Roman, wo er leer ist.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Who edited them</source>
      <translation>Wer sie bearbeitet hat</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/wanted_gates.py" />
      <source>Why it is meant so</source>
      <translation>Warum es so gewollt ist</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Why, for your own record</source>
      <translation>Warum, für Ihre eigene Aufzeichnung</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>With a vote or a choice: members answer anew until these are used. Empty: one each.</source>
      <translation>Bei Abstimmung oder Wahl: Die Mitglieder antworten neu, bis diese verbraucht sind. Leer: je eine Antwort.</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/setup.py" />
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/gates.py" />
      <source>Writer</source>
      <translation>Verfasser</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/check_commands.py" />
      <source>Writer, where several wrote</source>
      <translation>Verfasser, wo mehrere geschrieben haben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Writers</source>
      <translation>Verfasser</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/setup.py" />
      <source>Writers' temperature</source>
      <translation>Temperatur der Verfasser</translation>
    </message>
    <message>
      <location filename="app/workflows/research/setup.py" />
      <source>You may add more later.</source>
      <translation>Später können Sie weitere hinzufügen.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/gates.py" />
      <source>Your answer</source>
      <translation>Ihre Antwort</translation>
    </message>
  </context>
  <context>
    <name>team</name>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Drafts</source>
      <translation>Entwürfe</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Engineering</source>
      <translation>Technik</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Everyday</source>
      <translation>Alltag</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Local</source>
      <translation>Lokal</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Offline</source>
      <translation>Offline</translation>
    </message>
    <message>
      <location filename="app/settings/teams.py" />
      <source>Offline pair</source>
      <translation>Offline-Paar</translation>
    </message>
  </context>
  <context>
    <name>tile</name>
    <message>
      <location filename="app/workflows/research/standing.py" />
      <source>Mean confidence</source>
      <translation>Ø Verlässlichkeit</translation>
    </message>
  </context>
  <context>
    <name>title</name>
    <message>
      <location filename="app/services/sessions.py" />
      <source>fork</source>
      <translation>Abzweigung</translation>
    </message>
  </context>
  <context>
    <name>ui</name>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source> (at most {sum} to begin with)</source>
      <translation> (für den Anfang höchstens {sum})</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source> (at most {sum})</source>
      <translation> (höchstens {sum})</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source> (price unknown)</source>
      <translation> (Preis unbekannt)</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source> (target {t})</source>
      <translation> (Ziel {t})</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source> and calls of unknown price</source>
      <translation> und Aufrufe zu unbekanntem Preis</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source> or </source>
      <translation> oder </translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/panel.py" />
      <source> · searching {n} %</source>
      <translation> · Suche läuft: {n} %</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>$0.10 to $1</source>
      <translation>0,10 $ bis 1 $</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>(optional; sent with your next decision)</source>
      <translation>(freiwillig; geht mit Ihrer nächsten Entscheidung)</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>+{come} −{gone} words</source>
      <translation>+{come} −{gone} Wörter</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/strip.py" />
      <source>, at change {at}</source>
      <translation>, bei Änderung {at}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>, attempt {n}</source>
      <translation>, Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/titles.py" />
      <source>, first</source>
      <translation>, erste</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>, needed {n}</source>
      <translation>, nötig {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>, not reached</source>
      <translation>, nicht erreicht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>, reached</source>
      <translation>, erreicht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/titles.py" />
      <source>, revised</source>
      <translation>, überarbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/panels/titles.py" />
      <source>, your edit</source>
      <translation>, Ihre Bearbeitung</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>1 of {all} calls was complete</source>
      <translation>1 von {all} Aufrufen war fertig</translation>
    </message>
    <message>
      <location filename="app/ui/kit/text/safe_view.py" />
      <source>1 picture not loaded</source>
      <translation>1 Bild nicht geladen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>3 more</source>
      <translation>3 weitere</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>A copy of the sample lies in {folder}: it is yours to change.</source>
      <translation>Eine Kopie des Beispiels liegt in {folder}: Sie dürfen es ändern.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>A key is also looked for in the environment: {names}</source>
      <translation>Ein Schlüssel wird auch in der Umgebung gesucht: {names}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>A limit is reached.</source>
      <translation>Eine Grenze ist erreicht.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>A long question with a file of notes; nothing is sent before you press Start</source>
      <translation>Eine lange Frage mit einer Datei voller Notizen; nichts wird gesendet, bevor Sie „Starten“ drücken</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>A name, such as Reviewers</source>
      <translation>Ein Name, etwa Gutachter</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>A name, such as Weekly plan</source>
      <translation>Ein Name, etwa Wochenplan</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>A new folder for the batch, or one to go on with</source>
      <translation>Ein neuer Ordner für den Stapel oder einer, mit dem es weitergeht</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>A new session: the question, the team, and what the first round may cost.</source>
      <translation>Eine neue Sitzung: die Frage, das Team und was die erste Runde kosten kann.</translation>
    </message>
    <message>
      <location filename="app/ui/session/column.py" />
      <source>A note to yourself; no model sees it</source>
      <translation>Eine Notiz für Sie; kein Modell sieht sie</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>A reason is needed.</source>
      <translation>Eine Begründung wird gebraucht.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/drop_zone.py" />
      <source>A session exported as JSON is imported</source>
      <translation>Eine als JSON exportierte Sitzung wird importiert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>A session is finished.</source>
      <translation>Eine Sitzung ist fertig.</translation>
    </message>
    <message>
      <location filename="app/ui/startup/end_signals.py" />
      <source>A session is running. Press Ctrl-C again to stop it and quit.</source>
      <translation>Eine Sitzung läuft. Drücken Sie noch einmal Strg-C, um sie anzuhalten und zu beenden.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>A session is running. Stopping keeps everything that has arrived; you can resume it later.</source>
      <translation>Eine Sitzung läuft. Beim Anhalten bleibt alles, was angekommen ist; Sie können sie später fortsetzen.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>A session needs a title.</source>
      <translation>Eine Sitzung braucht einen Titel.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>A session needs your decision.</source>
      <translation>Eine Sitzung braucht Ihre Entscheidung.</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>A session that has been there for longer is removed for good when the program starts. Until then “roundtable delete SESSION --undo” takes it back.</source>
      <translation>Was länger dort liegt, wird beim Start des Programms endgültig entfernt. Bis dahin holt „roundtable delete SITZUNG --undo“ es zurück.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>A table with a row for each question: CSV or JSONL</source>
      <translation>Eine Tabelle mit einer Zeile je Frage: CSV oder JSONL</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>About Roundtable</source>
      <translation>Über Roundtable</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Accept</source>
      <translation>Annehmen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_list.py" />
      <source>Accept (A): the author is to follow it</source>
      <translation>Annehmen (A): Der Verfasser soll ihr folgen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Accept or reject</source>
      <translation>Annehmen oder ablehnen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Actions</source>
      <translation>Aktionen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Add a key…</source>
      <translation>Schlüssel hinzufügen…</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Add a member</source>
      <translation>Mitglied hinzufügen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Add files</source>
      <translation>Dateien hinzufügen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Add files…</source>
      <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Add folder</source>
      <translation>Ordner hinzufügen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Add folder…</source>
      <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Add guidance</source>
      <translation>Vorgabe hinzufügen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Add guidance for what comes next</source>
      <translation>Für das Nächste eine Vorgabe machen</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Add the server</source>
      <translation>Server hinzufügen</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Address</source>
      <translation>Adresse</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Address and rates</source>
      <translation>Adresse und Preise</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Address: {base}</source>
      <translation>Adresse: {base}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Adds: {words}</source>
      <translation>Fügt hinzu: {words}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Advanced</source>
      <translation>Erweitert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>After every round it stops and waits for you. You see what changed and why, and you decide: go on, send it back, change a text yourself, or end it. No round starts without you, unless you allow it.</source>
      <translation>Nach jeder Runde hält es an und wartet auf Sie. Sie sehen, was sich geändert hat und warum, und Sie entscheiden: weitermachen, zurückgeben, einen Text selbst ändern oder beenden. Ohne Sie beginnt keine Runde, außer Sie erlauben es.</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Agree to take it back</source>
      <translation>Der Rücknahme zustimmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Agree to the place</source>
      <translation>Dem Ort zustimmen</translation>
    </message>
    <message>
      <location filename="app/ui/library/rows.py" />
      <source>Agreement</source>
      <translation>Übereinstimmung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>All</source>
      <translation>Alle</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>All files (*)</source>
      <translation>Alle Dateien (*)</translation>
    </message>
    <message>
      <location filename="app/ui/session/column.py" />
      <source>All measures</source>
      <translation>Alle Messwerte</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>All of it</source>
      <translation>Alles davon</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>All panels where they were at first</source>
      <translation>Alle Bereiche, wo sie anfangs waren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>All rounds</source>
      <translation>Alle Runden</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>All steps</source>
      <translation>Alle Schritte</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>All together at most</source>
      <translation>Alle zusammen höchstens</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Another language is used from the next start on.</source>
      <translation>Eine andere Sprache gilt ab dem nächsten Start.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Another model for {name}</source>
      <translation>Ein anderes Modell für {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Another session…</source>
      <translation>Andere Sitzung…</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Another title (F2)</source>
      <translation>Ein anderer Titel (F2)</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Answer</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Answer of {name}</source>
      <translation>Antwort von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Answer or note – {question}</source>
      <translation>Antwort oder Notiz – {question}</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Answer questions</source>
      <translation>Fragen beantworten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Answer the agent</source>
      <translation>Dem Agenten antworten</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Answer the question that was asked.</source>
      <translation>Die gestellte Frage beantworten.</translation>
    </message>
    <message>
      <location filename="app/ui/view/naming.py" />
      <source>Answer {letter}</source>
      <translation>Antwort {letter}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Answers</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Answers so far</source>
      <translation>Antworten bisher</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Any cost</source>
      <translation>Alle Kosten</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Any date</source>
      <translation>Jedes Datum</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Any kind</source>
      <translation>Jede Art</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Any model</source>
      <translation>Jedes Modell</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Any state</source>
      <translation>Jeder Stand</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Appearance</source>
      <translation>Darstellung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Appearance and notifications</source>
      <translation>Darstellung und Benachrichtigungen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Appearance: dark</source>
      <translation>Darstellung: dunkel</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Appearance: light</source>
      <translation>Darstellung: hell</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Appearance: system</source>
      <translation>Darstellung: System</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Approve</source>
      <translation>Freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>Approve a server?</source>
      <translation>Einen Server freigeben?</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Approve and end the session</source>
      <translation>Freigeben und die Sitzung beenden</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>Approve and go on</source>
      <translation>Freigeben und weiter</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Approve and go on; at other questions, the filled button</source>
      <translation>Freigeben und weiter; bei anderen Fragen die gefüllte Schaltfläche</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>Approve by itself…</source>
      <translation>Selbst freigeben lassen…</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Approve by themselves</source>
      <translation>Von selbst freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>Approve only what you know. It is remembered, and can be taken back under Models and keys.</source>
      <translation>Geben Sie nur frei, was Sie kennen. Es wird behalten und lässt sich unter „Modelle und Schlüssel“ zurücknehmen.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>Approve the next rounds for me</source>
      <translation>Die nächsten Runden für mich freigeben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Approve the plan</source>
      <translation>Plan freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/models/approvals.py" />
      <source>Approved servers</source>
      <translation>Freigegebene Server</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Approved servers…</source>
      <translation>Freigegebene Server…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>Approving by itself</source>
      <translation>Selbst freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Approving for you until {limits}.</source>
      <translation>Gibt für Sie frei, bis {limits}.</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Archive</source>
      <translation>Archivieren</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Archived</source>
      <translation>Archiviert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Arrows choose</source>
      <translation>Pfeile wählen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>As in that session</source>
      <translation>Wie in jener Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asking.py" />
      <source>Ask</source>
      <translation>Fragen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Ask a further question</source>
      <translation>Eine weitere Frage stellen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Ask a question</source>
      <translation>Eine Frage stellen</translation>
    </message>
    <message>
      <location filename="app/ui/models/approvals.py" />
      <source>Ask again before anything is sent to the chosen server</source>
      <translation>Noch einmal fragen, bevor etwas an den gewählten Server gesendet wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Ask another question…</source>
      <translation>Eine andere Frage stellen…</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Ask for the list of models; costs nothing</source>
      <translation>Fragt nach der Liste der Modelle; kostet nichts</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Ask several AI models. Watch them argue. You decide each round.</source>
      <translation>Fragen Sie mehrere KI-Modelle. Sehen Sie ihnen beim Streiten zu. Sie entscheiden jede Runde.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Ask several models one question</source>
      <translation>Mehreren Modellen eine Frage stellen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Ask the model</source>
      <translation>Das Modell fragen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Ask the same model again</source>
      <translation>Dasselbe Modell noch einmal fragen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Ask {model} again</source>
      <translation>{model} noch einmal fragen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Ask {name} again</source>
      <translation>{name} noch einmal fragen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Ask {name} again…</source>
      <translation>{name} noch einmal fragen…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asked.py" />
      <source>Asked for: {what}</source>
      <translation>Verlangt: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Asked without a key.</source>
      <translation>Ohne Schlüssel gefragt.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Asking again may cost {price}.</source>
      <translation>Noch einmal zu fragen kann {price} kosten.</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Asking {name} for its models…</source>
      <translation>{name} wird nach seinen Modellen gefragt…</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Assemble the prompt</source>
      <translation>Den Prompt zusammenstellen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary_page.py" />
      <source>Assumes: {what}</source>
      <translation>Nimmt an: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>At least {amount} is needed to go on.</source>
      <translation>Um weiterzumachen, braucht es mindestens {amount}.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>At most {n} member may be left out, else too few answers would be left.</source>
      <translation>Höchstens {n} Mitglied kann wegbleiben, sonst blieben zu wenige Antworten.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>At most {n} members may be left out, else too few answers would be left.</source>
      <translation>Höchstens {n} Mitglieder können wegbleiben, sonst blieben zu wenige Antworten.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>At most {price}</source>
      <translation>Höchstens {price}</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>At once</source>
      <translation>Zugleich</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>At the mark</source>
      <translation>An der Marke</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>Attempt {n}: {what}</source>
      <translation>Versuch {n}: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Back to the list</source>
      <translation>Zurück zur Liste</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Back to the session (Esc)</source>
      <translation>Zurück zur Sitzung (Esc)</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Back to the session (Esc); the batch goes on</source>
      <translation>Zurück zur Sitzung (Esc); der Stapel läuft weiter</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Back up</source>
      <translation>Sichern</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Back up…</source>
      <translation>Sichern…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Backed up to {path}</source>
      <translation>Gesichert in {path}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Backups</source>
      <translation>Sicherungen</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Batch</source>
      <translation>Stapel</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Be asked each time again</source>
      <translation>Wieder jedes Mal gefragt werden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Before you start you see how many calls it takes and what it may cost. Set a cost limit: when it is reached, the session waits for you. Nothing is sent before you press Start.</source>
      <translation>Bevor Sie starten, sehen Sie, wie viele Aufrufe es braucht und was es kosten kann. Setzen Sie eine Kostengrenze: Ist sie erreicht, wartet die Sitzung auf Sie. Nichts wird gesendet, bevor Sie „Starten“ drücken.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Begin no more; what runs ends its calls</source>
      <translation>Nichts mehr beginnen; was läuft, beendet seine Aufrufe</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>Begin with an example; nothing is sent before you start</source>
      <translation>Mit einem Beispiel beginnen; nichts wird gesendet, bevor Sie starten</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Begun by the agent {agent}; it may not decide here.</source>
      <translation>Begonnen vom Agenten {agent}; er darf hier nicht entscheiden.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Better</source>
      <translation>Besser</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Branches of this {round}</source>
      <translation>Abzweigungen von hier ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/panels/log.py" />
      <source>By the agent {agent}: {line}</source>
      <translation>Vom Agenten {agent}: {line}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>CSV – figures for a spreadsheet</source>
      <translation>CSV – Zahlen für eine Tabelle</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Calls</source>
      <translation>Aufrufe</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Calls that are done</source>
      <translation>Aufrufe, die fertig sind</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Cancel – text is kept</source>
      <translation>Abbrechen – der Text bleibt</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Cannot be read</source>
      <translation>Nicht lesbar</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Carry forward: revised answers…</source>
      <translation>Weiter mit: überarbeiteten Antworten…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Carry forward: {what}…</source>
      <translation>Weiter mit: {what}…</translation>
    </message>
    <message>
      <location filename="app/ui/models/usage.py" />
      <source>Chair</source>
      <translation>Vorsitz</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Change a team there is, or make a new one of it under another name</source>
      <translation>Ein Team ändern, oder unter anderem Namen ein neues daraus machen</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Change its address and prices</source>
      <translation>Adresse und Preise ändern</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Change the server</source>
      <translation>Server ändern</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>Change {at} of {all}</source>
      <translation>Änderung {at} von {all}</translation>
    </message>
    <message>
      <location filename="app/ui/library/rows.py" />
      <source>Changed</source>
      <translation>Geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Changes</source>
      <translation>Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Change…</source>
      <translation>Ändern…</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Chart: {title}</source>
      <translation>Diagramm: {title}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Check</source>
      <translation>Prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Check citations and integrate</source>
      <translation>Belege prüfen und zusammenführen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Choose New, and write what you want to know in your own words. It may be long: say what matters to you, what you tried, and what the answer has to contain. You can add files, or drop them on the window.</source>
      <translation>Wählen Sie „Neu“ und schreiben Sie in eigenen Worten, was Sie wissen wollen. Es darf lang sein: Sagen Sie, worauf es Ihnen ankommt, was Sie versucht haben und was die Antwort enthalten muss. Sie können Dateien hinzufügen oder auf das Fenster ziehen.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Choose a critique to read it in full.</source>
      <translation>Wählen Sie eine Kritik, um sie ganz zu lesen.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>Choose a folder: {title}</source>
      <translation>Einen Ordner wählen: {title}</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Choose a session to look into it.</source>
      <translation>Wählen Sie eine Sitzung, um hineinzusehen.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Choose agents</source>
      <translation>Agenten wählen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Choose at least one member.</source>
      <translation>Wählen Sie mindestens ein Mitglied.</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Choose every session</source>
      <translation>Jede Sitzung wählen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Choose how to stop</source>
      <translation>Wählen, wie angehalten wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Choose texts to carry forward</source>
      <translation>Texte wählen, mit denen es weitergeht</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Choose texts to carry forward…</source>
      <translation>Texte zum Weitermachen wählen…</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Choose the folder of the batch</source>
      <translation>Den Ordner des Stapels wählen</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Choose the table of questions</source>
      <translation>Die Tabelle der Fragen wählen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Choose the texts for the next round</source>
      <translation>Texte für die nächste Runde wählen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Choose who answers</source>
      <translation>Wählen, wer antwortet</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Choose who sits at the table, with which models</source>
      <translation>Wählen, wer mit welchen Modellen am Tisch sitzt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Choose “My edit” to change it.</source>
      <translation>Wählen Sie „Meine Fassung“, um ihn zu ändern.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Choose…</source>
      <translation>Wählen…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Chosen</source>
      <translation>Gewählt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Click the field, or press Enter in the list. Then press the new keys.</source>
      <translation>Klicken Sie in das Feld, oder drücken Sie in der Liste die Eingabetaste. Dann drücken Sie die neuen Tasten.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/strip.py" />
      <source>Click to go there; turn the wheel to go from change to change</source>
      <translation>Klicken Sie, um dorthin zu gehen; mit dem Rad geht es von Änderung zu Änderung</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>Close (Esc)</source>
      <translation>Schließen (Esc)</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Close Roundtable</source>
      <translation>Roundtable schließen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Close a dialog; what was typed is kept. Esc never stops a run</source>
      <translation>Einen Dialog schließen; was geschrieben wurde, bleibt. Esc hält nie einen Lauf an</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Close gaps</source>
      <translation>Lücken schließen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/panel.py" />
      <source>Close step</source>
      <translation>Schritt schließen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Close the guidance</source>
      <translation>Vorgabe schließen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Close the run map</source>
      <translation>Ablaufkarte schließen</translation>
    </message>
    <message>
      <location filename="app/ui/session/find_bar.py" />
      <source>Close the search</source>
      <translation>Suche schließen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Close this tab</source>
      <translation>Diesen Reiter schließen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Close; what you typed is kept</source>
      <translation>Schließen; was Sie geschrieben haben, bleibt</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Collect questions</source>
      <translation>Fragen sammeln</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Colours</source>
      <translation>Farben</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Columns of the table are fields of the form: question, context, expected, team …</source>
      <translation>Spalten der Tabelle sind Felder des Formulars: question, context, expected, team …</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Command, session or {round}</source>
      <translation>Befehl, Sitzung oder {round}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/line_offers.py" />
      <source>Commands</source>
      <translation>Befehle</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Comment</source>
      <translation>Kommentar</translation>
    </message>
    <message>
      <location filename="app/ui/panels/compare.py" />
      <source>Compare any two</source>
      <translation>Zwei beliebige vergleichen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Compare any two…</source>
      <translation>Zwei beliebige vergleichen…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Compare both</source>
      <translation>Beide vergleichen</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Compare final answers</source>
      <translation>Schlussantworten vergleichen</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Compare finals…</source>
      <translation>Vergleichen…</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Compare line by line</source>
      <translation>Zeile für Zeile vergleichen</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Compare with</source>
      <translation>Zum Vergleich</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Compare with: {what}</source>
      <translation>Zum Vergleich: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Comparing…</source>
      <translation>Wird verglichen…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Confidence</source>
      <translation>Sicherheit</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Confidence and dissent</source>
      <translation>Sicherheit und abweichende Meinungen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Confirm the scope</source>
      <translation>Umfang bestätigen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Connect a provider of models</source>
      <translation>Einen Anbieter von Modellen verbinden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Connect providers, local models and servers of your own</source>
      <translation>Anbieter, lokale Modelle und eigene Server verbinden</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Connected</source>
      <translation>Verbunden</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Continue from here…</source>
      <translation>Von hier weitermachen…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Continue from here… (forks)</source>
      <translation>Von hier weitermachen… (zweigt ab)</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Copied to the clipboard</source>
      <translation>In die Zwischenablage kopiert</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/kit/text/safe_view.py" />
      <source>Copy a link's address</source>
      <translation>Adresse eines Links kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Copy as CSV</source>
      <translation>Als CSV kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Copy from</source>
      <translation>Kopieren von</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Copy summary</source>
      <translation>Zusammenfassung kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Copy text</source>
      <translation>Text kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Copy the final answer</source>
      <translation>Schlussantwort kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/document.py" />
      <source>Copy the text as it was written</source>
      <translation>Den Text kopieren, wie er geschrieben wurde</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>Copy these lines</source>
      <translation>Diese Zeilen kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Copy to the clipboard</source>
      <translation>In die Zwischenablage kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Copy what is told here</source>
      <translation>Kopieren, was hier steht</translation>
    </message>
    <message>
      <location filename="app/ui/kit/text/safe_view.py" />
      <source>Copy {address}</source>
      <translation>{address} kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Cost</source>
      <translation>Kosten</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Cost (some prices unknown)</source>
      <translation>Kosten (einige Preise unbekannt)</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Cost limit</source>
      <translation>Kostengrenze</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Cost so far</source>
      <translation>Kosten bisher</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Cost ≥</source>
      <translation>Kosten ≥</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Costs</source>
      <translation>Kosten</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>Criteria</source>
      <translation>Kriterien</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Criticise each other</source>
      <translation>Einander kritisieren</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Critique</source>
      <translation>Kritik</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Critiques</source>
      <translation>Kritiken</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Critiques of which round</source>
      <translation>Kritiken welcher Runde</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Current model: {model}</source>
      <translation>Jetziges Modell: {model}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Curves</source>
      <translation>Kurven</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Custom OpenAI-compatible server</source>
      <translation>Eigener OpenAI-kompatibler Server</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Cycles</source>
      <translation>Zyklen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Dark text on a light ground</source>
      <translation>Dunkler Text auf hellem Grund</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Data</source>
      <translation>Daten</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Date</source>
      <translation>Datum</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Days in the trash</source>
      <translation>Tage im Papierkorb</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Decide</source>
      <translation>Entscheiden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Decide about a long history</source>
      <translation>Über einen langen Verlauf entscheiden</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Decide anew</source>
      <translation>Neu entscheiden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Decide what becomes of it</source>
      <translation>Entscheiden, was daraus wird</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Decide yourself again</source>
      <translation>Wieder selbst entscheiden</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>Decision</source>
      <translation>Entscheidung</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Decisions</source>
      <translation>Entscheidungen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Default team</source>
      <translation>Standardteam</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_list.py" />
      <source>Defer (F): it is offered again at the next decision; needs a reason</source>
      <translation>Vertagen (F): Sie wird bei der nächsten Entscheidung wieder angeboten; braucht eine Begründung</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>Defer this critique</source>
      <translation>Diese Kritik vertagen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Defer…</source>
      <translation>Vertagen…</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <location filename="app/ui/startup/crash_dialog.py" />
      <source>Delete it</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Delete what is chosen in the library; can be undone for 30 seconds</source>
      <translation>Löschen, was in der Bibliothek gewählt ist; lässt sich 30 Sekunden lang zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Did refining help? Against the best first answer, the final one is</source>
      <translation>Hat das Überarbeiten geholfen? Gegenüber der besten ersten Antwort ist die letzte</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_list.py" />
      <source>Dismiss (D): it is not sent to the author; needs a reason</source>
      <translation>Verwerfen (D): Sie geht nicht an den Verfasser; braucht eine Begründung</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>Dismiss this critique</source>
      <translation>Diese Kritik verwerfen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Dismiss…</source>
      <translation>Verwerfen…</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Does not answer</source>
      <translation>Antwortet nicht</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Dollars per million tokens in</source>
      <translation>Dollar je Million Eingabe-Token</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Dollars per million tokens out</source>
      <translation>Dollar je Million Ausgabe-Token</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>Done. Your decision is still open.</source>
      <translation>Fertig. Ihre Entscheidung ist noch offen.</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Drawing…</source>
      <translation>Wird gezeichnet…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/drop_zone.py" />
      <source>Drop files here</source>
      <translation>Dateien hier ablegen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Drop files or</source>
      <translation>Dateien hierher ziehen oder</translation>
    </message>
    <message>
      <location filename="app/ui/shell/drop_zone.py" />
      <source>Drop to ask about these files</source>
      <translation>Ablegen, um zu diesen Dateien zu fragen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Each provider you choose gets the question, its files and the other members' answers. Ask only those you would hand them to.</source>
      <translation>Jeder Anbieter, den Sie wählen, bekommt die Frage, ihre Dateien und die Antworten der anderen Mitglieder. Fragen Sie nur die, denen Sie das aushändigen würden.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Each row's own, else the default</source>
      <translation>Das der Zeile, sonst das übliche</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Earlier questions and answers</source>
      <translation>Frühere Fragen und Antworten</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>Edit</source>
      <translation>Bearbeiten</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Edit guidance</source>
      <translation>Vorgabe bearbeiten</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Edit team</source>
      <translation>Team bearbeiten</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Edit team…</source>
      <translation>Team bearbeiten…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>End once it is decided</source>
      <translation>Zu Ende gehen, sobald entschieden ist</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>End running calls at once; their text is kept</source>
      <translation>Laufende Aufrufe sofort beenden; ihr Text bleibt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>End the answer in focus; the others go on</source>
      <translation>Die Antwort im Blick beenden; die anderen machen weiter</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Ended because: {reason}</source>
      <translation>Zu Ende, weil: {reason}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Enter a key, or look for models on this machine</source>
      <translation>Einen Schlüssel eintragen, oder auf diesem Rechner nach Modellen suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Enter runs</source>
      <translation>Eingabe führt aus</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Esc closes</source>
      <translation>Esc schließt</translation>
    </message>
    <message>
      <location filename="app/ui/setup/estimate.py" />
      <source>Estimate</source>
      <translation>Schätzung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Everything can be done from the keyboard. One key is enough to begin with: {key}. Type a few letters, and it finds any action, session or round.</source>
      <translation>Alles geht über die Tastatur. Eine Taste genügt für den Anfang: {key}. Tippen Sie einige Buchstaben, und sie findet jede Aktion, Sitzung oder Runde.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Everything is kept on this computer; only what you ask goes to the models you chose. Close the window whenever you like, and go on later.</source>
      <translation>Alles bleibt auf diesem Rechner; nur was Sie fragen, geht an die Modelle, die Sie gewählt haben. Schließen Sie das Fenster, wann Sie wollen, und machen Sie später weiter.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Everything that was finished is kept.</source>
      <translation>Alles, was fertig wurde, bleibt.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Everything the program told you</source>
      <translation>Alles, was das Programm Ihnen gesagt hat</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Exactly what will be sent to the models</source>
      <translation>Genau das, was an die Modelle gesendet wird</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Explain what changed</source>
      <translation>Erklären, was sich geändert hat</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Explore</source>
      <translation>Erkunden</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Export</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Export as JSON…</source>
      <translation>Als JSON exportieren…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>Export to a new folder</source>
      <translation>In einen neuen Ordner exportieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>Exported to {path}</source>
      <translation>Exportiert nach {path}</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Exports</source>
      <translation>Exporte</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Export…</source>
      <translation>Exportieren…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Failed</source>
      <translation>Ausgefallen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Figures and decisions</source>
      <translation>Zahlen und Entscheidungen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <location filename="app/ui/gates/pieces.py" />
      <source>Files and their changes</source>
      <translation>Dateien und ihre Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Files that could not be read, in all: {n}.</source>
      <translation>Dateien, die nicht gelesen werden konnten, insgesamt: {n}.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Fill this in.</source>
      <translation>Füllen Sie das aus.</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Final answer</source>
      <translation>Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Final answer only</source>
      <translation>Nur die Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Final answers side by side</source>
      <translation>Schlussantworten nebeneinander</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Find any action, session or {round} by its name</source>
      <translation>Jede Aktion, Sitzung oder {round} nach Namen finden</translation>
    </message>
    <message>
      <location filename="app/ui/session/find_bar.py" />
      <source>Find here</source>
      <translation>Hier suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Find here…</source>
      <translation>Hier suchen…</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Find local models</source>
      <translation>Lokale Modelle suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Find local models…</source>
      <translation>Lokale Modelle suchen…</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Find the gaps</source>
      <translation>Die Lücken finden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Find words in the tab in sight</source>
      <translation>Wörter in der sichtbaren Ansicht suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Finish</source>
      <translation>Abschließen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Finish the current calls, then pause</source>
      <translation>Die laufenden Aufrufe beenden, dann pausieren</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Finish with {place}</source>
      <translation>Abschluss mit {place}</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Finished</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Finished after {place}</source>
      <translation>Fertig nach {place}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Five short pages (F1)</source>
      <translation>Fünf kurze Seiten (F1)</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Five short pages: how it works, and every key</source>
      <translation>Fünf kurze Seiten: wie es geht, und jede Taste</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>Fold again ({n} unchanged)</source>
      <translation>Wieder einklappen ({n} unverändert)</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Fold unchanged paragraphs (F)</source>
      <translation>Unveränderte Absätze einklappen (F)</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Folder</source>
      <translation>Ordner</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Folder for {n} session</source>
      <translation>Ordner für {n} Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Folder for {n} sessions</source>
      <translation>Ordner für {n} Sitzungen</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Folder of the batch</source>
      <translation>Ordner des Stapels</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Follow</source>
      <translation>Folgen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Follow the desktop</source>
      <translation>Dem Desktop folgen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Follow-up to “{title}”</source>
      <translation>Anschlussfrage zu „{title}“</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Following</source>
      <translation>Folgt</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>For all</source>
      <translation>Für alle</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>For all rounds that follow, not the next alone</source>
      <translation>Für alle folgenden Runden, nicht nur die nächste</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>For all rounds: {what}</source>
      <translation>Für alle Runden: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>For example: address the sampling objection; cite sources.</source>
      <translation>Zum Beispiel: auf den Einwand zur Stichprobe eingehen; Quellen nennen.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>For one…</source>
      <translation>Für eines …</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>For this many rounds</source>
      <translation>Für so viele Runden</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>For you and the report; no model is told</source>
      <translation>Für Sie und den Bericht; kein Modell erfährt es</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>For {name}</source>
      <translation>Für {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>For:</source>
      <translation>Für:</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Forget it when Roundtable closes</source>
      <translation>Vergessen, wenn Roundtable geschlossen wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Fork</source>
      <translation>Abzweigen</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip.py" />
      <source>Forked {from_title}</source>
      <translation>Abgezweigt {from_title}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Format</source>
      <translation>Format</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Found</source>
      <translation>Gefunden</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Free</source>
      <translation>Kostenlos</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>From: {who}</source>
      <translation>Von: {who}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Gaps</source>
      <translation>Lücken</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Get a key</source>
      <translation>Schlüssel besorgen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Give a source for each claim.</source>
      <translation>Für jede Aussage eine Quelle nennen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Give every action the keys it had at first</source>
      <translation>Jeder Aktion die Tasten geben, die sie anfangs hatte</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Give it the keys it had at first</source>
      <translation>Ihr die Tasten geben, die sie anfangs hatte</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Give the chosen file to one member alone</source>
      <translation>Die gewählte Datei nur einem Mitglied geben</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Give the session another title</source>
      <translation>Der Sitzung einen anderen Titel geben</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Give the team a name.</source>
      <translation>Geben Sie dem Team einen Namen.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Give the template a name.</source>
      <translation>Geben Sie der Vorlage einen Namen.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>Go on by itself…</source>
      <translation>Selbst weitermachen lassen…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Go on in a copy</source>
      <translation>In einer Kopie weitermachen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go on in a copy of this session</source>
      <translation>In einer Kopie dieser Sitzung weitermachen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go on where it stands</source>
      <translation>Weitermachen, wo es steht</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Go on without</source>
      <translation>Ohne weitermachen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>Go on without asking me</source>
      <translation>Weitermachen, ohne mich zu fragen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Go on writing</source>
      <translation>Weiterschreiben</translation>
    </message>
    <message>
      <location filename="app/ui/shell/offers.py" />
      <source>Go to</source>
      <translation>Gehe zu</translation>
    </message>
    <message>
      <location filename="app/ui/panels/document.py" />
      <source>Go to a section</source>
      <translation>Zu einem Abschnitt gehen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go to a session that was forked here, or to where this one comes from</source>
      <translation>Zu einer Sitzung gehen, die hier abgezweigt wurde, oder dorthin, woher diese kommt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go to member {n}</source>
      <translation>Zu Mitglied {n}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go to the next change</source>
      <translation>Zur nächsten Änderung gehen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go to the next tab</source>
      <translation>Zum nächsten Reiter gehen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Go to the previous change</source>
      <translation>Zur vorigen Änderung gehen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Go to the words it is about</source>
      <translation>Zu den Wörtern gehen, um die es geht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Go to what the author changed for it</source>
      <translation>Zu dem gehen, was der Verfasser dafür geändert hat</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Going on by itself, {limits}.</source>
      <translation>Läuft von selbst weiter, {limits}.</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Going on by itself.</source>
      <translation>Macht selbst weiter.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Good answer</source>
      <translation>Gute Antwort</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Guidance for all rounds that follow</source>
      <translation>Vorgabe für alle folgenden Runden</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Guidance for the next round</source>
      <translation>Vorgabe für die nächste Runde</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Guidance for the next {round}</source>
      <translation>Vorgabe für das Nächste ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Guidance for what comes next</source>
      <translation>Vorgabe für das Nächste</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Guide</source>
      <translation>Anleitung</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>HTML – one file for a browser</source>
      <translation>HTML – eine Datei für den Browser</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Here already: {n}.</source>
      <translation>Schon hier: {n}.</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Hide it from lists; the filters bring it back</source>
      <translation>Aus den Listen nehmen; die Filter holen sie zurück</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Hit before</source>
      <translation>Voriger Treffer</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>How it came about</source>
      <translation>Wie es dazu kam</translation>
    </message>
    <message>
      <location filename="app/ui/setup/estimate.py" />
      <source>How it is estimated</source>
      <translation>Wie geschätzt wird</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>How it was decided</source>
      <translation>Wie entschieden wurde</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>How the texts are shown</source>
      <translation>Wie die Texte gezeigt werden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>How to…</source>
      <translation>So geht…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>I disagree with: </source>
      <translation>Ich bin anderer Meinung: </translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>I'm not sure – assume and say so</source>
      <translation>Ich bin nicht sicher – etwas annehmen und es sagen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>Import</source>
      <translation>Importieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Import a session…</source>
      <translation>Eine Sitzung importieren…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>Import as a copy</source>
      <translation>Als Kopie importieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>Import as a copy?</source>
      <translation>Als Kopie importieren?</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>Import this session?</source>
      <translation>Diese Sitzung importieren?</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>Imported as a copy, it is a session of its own and both are kept.</source>
      <translation>Als Kopie importiert, ist sie eine eigene Sitzung, und beide bleiben.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>Imported from {path}</source>
      <translation>Importiert aus {path}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Import…</source>
      <translation>Importieren…</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>In all</source>
      <translation>Insgesamt</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>In figures</source>
      <translation>In Zahlen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>In the library's list: another title, and take back what was done last</source>
      <translation>In der Liste der Bibliothek: ein anderer Titel, und zurücknehmen, was zuletzt geschah</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>In, $/M</source>
      <translation>Eingabe, $/M</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>Inherited from the session this one was forked from</source>
      <translation>Aus der Sitzung übernommen, von der diese abgezweigt wurde</translation>
    </message>
    <message>
      <location filename="app/ui/session/column.py" />
      <source>Insights</source>
      <translation>Einblicke</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Insights, decision, answers, list</source>
      <translation>Einblicke, Entscheidung, Antworten, Liste</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Interrupted</source>
      <translation>Unterbrochen</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Interrupted {when}: Roundtable closed unexpectedly.</source>
      <translation>Unterbrochen {when}: Roundtable wurde unerwartet geschlossen.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Interrupted – resume to continue</source>
      <translation>Unterbrochen – zum Weitermachen fortsetzen</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>It answers on this machine.</source>
      <translation>Es antwortet auf diesem Rechner.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>It cannot be brought back.</source>
      <translation>Sie lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>It could not be done.</source>
      <translation>Es ging nicht.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>It has no keys now. The menus and the search still have it.</source>
      <translation>Sie hat jetzt keine Tasten. In den Menüs und in der Suche ist sie noch.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>It has {all} lines; line {n} is not among them.</source>
      <translation>Sie hat {all} Zeilen; Zeile {n} ist nicht darunter.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>It holds {n} session.</source>
      <translation>Sie enthält {n} Sitzung.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>It holds {n} sessions.</source>
      <translation>Sie enthält {n} Sitzungen.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/check_list.py" />
      <source>It is not set up here.</source>
      <translation>Er ist hier nicht eingerichtet.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>It is only read: no model is asked and no folder is opened until you go on with it.</source>
      <translation>Sie wird nur gelesen: Kein Modell wird gefragt und kein Ordner geöffnet, bis Sie darin weitermachen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>It may answer what this session asks, until you take that back</source>
      <translation>Er darf beantworten, was diese Sitzung fragt, bis Sie es zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Iterations</source>
      <translation>Iterationen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>Its answer of {place}, until the new one begins:</source>
      <translation>Die Antwort aus {place}, bis die neue beginnt:</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Its key is removed too</source>
      <translation>Auch sein Schlüssel wird entfernt</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Its models are then listed with all others. A key is entered afterwards, where it needs one.</source>
      <translation>Seine Modelle stehen dann bei allen anderen. Ein Schlüssel wird danach eingetragen, wo es einen braucht.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>JSON lines – one record a line, for other tools</source>
      <translation>JSON-Zeilen – ein Datensatz je Zeile, für andere Werkzeuge</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>JSON – complete, can be imported again</source>
      <translation>JSON – vollständig, lässt sich wieder importieren</translation>
    </message>
    <message>
      <location filename="app/ui/models/usage.py" />
      <source>Judge</source>
      <translation>Jury</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Judge it</source>
      <translation>Beurteilen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Keep all new</source>
      <translation>Alles Neue behalten</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Keep all old</source>
      <translation>Alles Alte behalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Keep comment</source>
      <translation>Kommentar behalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Keep in sight at the left</source>
      <translation>Links in Sicht behalten</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/deciding.py" />
      <source>Keep new</source>
      <translation>Neues behalten</translation>
    </message>
    <message>
      <location filename="app/ui/session/column.py" />
      <source>Keep note</source>
      <translation>Notiz behalten</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/deciding.py" />
      <source>Keep old</source>
      <translation>Altes behalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Keep running in tray</source>
      <translation>In der Taskleiste weiterlaufen lassen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Keep the end of the text in sight</source>
      <translation>Das Ende des Textes in Sicht halten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Keep the new or the old text of a change, and go to the next</source>
      <translation>Den neuen oder alten Text einer Änderung behalten und zur nächsten gehen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/deciding.py" />
      <source>Keep the newer text of this change (A)</source>
      <translation>Den neueren Text dieser Änderung behalten (A)</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/deciding.py" />
      <source>Keep the older text of this change (R)</source>
      <translation>Den älteren Text dieser Änderung behalten (R)</translation>
    </message>
    <message>
      <location filename="app/ui/startup/crash_dialog.py" />
      <source>Keep the report</source>
      <translation>Bericht behalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Keep: its author is given it next round</source>
      <translation>Behalten: Der Verfasser bekommt ihn in der nächsten Runde</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Kept in this computer's keyring, never in a file. A test asks for the list of models, free.</source>
      <translation>Liegt im Schlüsselbund dieses Rechners, nie in einer Datei. Eine Prüfung fragt kostenlos nach der Liste der Modelle.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Kept: {key}</source>
      <translation>Behalten: {key}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Key</source>
      <translation>Schlüssel</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Key in the environment: {name}{tail}. Not tested yet.</source>
      <translation>Schlüssel in der Umgebung: {name}{tail}. Noch nicht geprüft.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Key refused</source>
      <translation>Schlüssel abgelehnt</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Key saved in the keyring{tail}. Not tested yet.</source>
      <translation>Schlüssel liegt im Schlüsselbund{tail}. Noch nicht geprüft.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Key saved until Roundtable closes{tail}. Not tested yet.</source>
      <translation>Schlüssel gilt, bis Roundtable geschlossen wird{tail}. Noch nicht geprüft.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Keyboard shortcuts…</source>
      <translation>Tastenkürzel…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide.py" />
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Keys and approved servers are not in it, nor the folders that sessions work in.</source>
      <translation>Schlüssel und freigegebene Server sind nicht darin, auch nicht die Ordner, in denen Sitzungen arbeiten.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Kind</source>
      <translation>Art</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kinds.py" />
      <source>Kind of session</source>
      <translation>Art der Sitzung</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Larger text</source>
      <translation>Größerer Text</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Last 12 months</source>
      <translation>Letzte 12 Monate</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Last 24 hours</source>
      <translation>Letzte 24 Stunden</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Last 30 days</source>
      <translation>Letzte 30 Tage</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Last 7 days</source>
      <translation>Letzte 7 Tage</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Later</source>
      <translation>Später</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>Leave it</source>
      <translation>Lassen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Leave out costs</source>
      <translation>Kosten weglassen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Leave out from the next round on</source>
      <translation>Ab der nächsten Runde weglassen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Leave out names of models</source>
      <translation>Namen der Modelle weglassen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Leave out, another model, copy</source>
      <translation>Weglassen, anderes Modell, kopieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Leave this action without keys</source>
      <translation>Diese Aktion ohne Tasten lassen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Leave unanswered</source>
      <translation>Nicht beantworten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Left out</source>
      <translation>Weggelassen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Left out from the next {round} on</source>
      <translation>Beim nächsten Mal weggelassen ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Left out of this {round}</source>
      <translation>Hier weggelassen ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/library/rows.py" />
      <source>Length</source>
      <translation>Länge</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Let the agent decide here</source>
      <translation>Den Agenten hier entscheiden lassen</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Library</source>
      <translation>Bibliothek</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Library…</source>
      <translation>Bibliothek…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Lift every filter</source>
      <translation>Alle Filter aufheben</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Light text on a dark ground</source>
      <translation>Heller Text auf dunklem Grund</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>Line {n} of {all}</source>
      <translation>Zeile {n} von {all}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>Lines of {name}</source>
      <translation>Zeilen aus {name}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>Lines {a}–{b} of {all}</source>
      <translation>Zeilen {a}–{b} von {all}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>List</source>
      <translation>Liste</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>List every key</source>
      <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>List, answers, decision, insights</source>
      <translation>Liste, Antworten, Entscheidung, Einblicke</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Loading the connections to the models…</source>
      <translation>Die Verbindungen zu den Modellen werden geladen…</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Local models</source>
      <translation>Lokale Modelle</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Look at the {round} after</source>
      <translation>{round} danach ansehen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Look at the {round} before</source>
      <translation>{round} davor ansehen</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Look for Ollama, LM Studio and llama.cpp here</source>
      <translation>Hier nach Ollama, LM Studio und llama.cpp sehen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Look for model servers on this machine</source>
      <translation>Auf diesem Rechner nach Modellservern suchen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Look what stands below</source>
      <translation>Nachsehen, was darunter steht</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Look whether the history fits</source>
      <translation>Nachsehen, ob der Verlauf hineinpasst</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Looking which models can be asked…</source>
      <translation>Es wird nachgesehen, welche Modelle gefragt werden können…</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Looking…</source>
      <translation>Wird gesucht…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Make a team…</source>
      <translation>Ein Team zusammenstellen…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Make it again</source>
      <translation>Sie wieder treffen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Make it shorter.</source>
      <translation>Kürzer fassen.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Make my earlier edit here, too</source>
      <translation>Auch hier meine frühere Bearbeitung</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Make the copy</source>
      <translation>Kopie anlegen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Mark as…</source>
      <translation>Markieren als…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Mark change as reviewed</source>
      <translation>Änderung als geprüft markieren</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Mark changed sentences</source>
      <translation>Geänderte Sätze markieren</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Mark changed words</source>
      <translation>Geänderte Wörter markieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>Mark changes</source>
      <translation>Änderungen markieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>Mark the words that are new</source>
      <translation>Die neuen Wörter markieren</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Mark this change as reviewed (Space)</source>
      <translation>Diese Änderung als geprüft markieren (Leertaste)</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Markdown – to read and to hand on</source>
      <translation>Markdown – zum Lesen und Weitergeben</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>Marked. {name} gets it with the next round.</source>
      <translation>Markiert. {name} bekommt es mit der nächsten Runde.</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Measure</source>
      <translation>Messen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Measure and judge</source>
      <translation>Messen und urteilen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/picking.py" />
      <source>Member</source>
      <translation>Mitglied</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Member {n}</source>
      <translation>Mitglied {n}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Members</source>
      <translation>Mitglieder</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team_chips.py" />
      <source>Members: {names}</source>
      <translation>Mitglieder: {names}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Merge answers</source>
      <translation>Antworten zusammenführen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Merge answers…</source>
      <translation>Antworten zusammenführen…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Merged text</source>
      <translation>Zusammengeführter Text</translation>
    </message>
    <message>
      <location filename="app/ui/shell/notices.py" />
      <source>Message</source>
      <translation>Meldung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Messages</source>
      <translation>Meldungen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Minor wording change</source>
      <translation>Nur im Wortlaut geändert</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Model for {seat}</source>
      <translation>Modell für {seat}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Models and keys</source>
      <translation>Modelle und Schlüssel</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Models and keys: a provider whose key is kept and works.</source>
      <translation>Modelle und Schlüssel: ein Anbieter, dessen Schlüssel gespeichert ist und geht.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Models and keys…</source>
      <translation>Modelle und Schlüssel…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Models, keys and costs</source>
      <translation>Modelle, Schlüssel und Kosten</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>More about {name}</source>
      <translation>Mehr zu {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>More that can be done here</source>
      <translation>Was hier noch möglich ist</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Move to the trash (Del); can be undone for 30 seconds</source>
      <translation>In den Papierkorb legen (Entf); lässt sich 30 Sekunden lang zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>My edit</source>
      <translation>Meine Fassung</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>My templates</source>
      <translation>Meine Vorlagen</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Name a model for {seat}.</source>
      <translation>Nennen Sie ein Modell für {seat}.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Name another model, such as openai/gpt-4o-mini.</source>
      <translation>Nennen Sie ein anderes Modell, etwa openai/gpt-4o-mini.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Name of the team</source>
      <translation>Name des Teams</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team_row.py" />
      <source>Name – {place}</source>
      <translation>Name – {place}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Names of models</source>
      <translation>Namen der Modelle</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Needs attention</source>
      <translation>Braucht Aufmerksamkeit</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Needs you</source>
      <translation>Braucht Sie</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>New</source>
      <translation>Neu</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>New batch…</source>
      <translation>Neuer Stapel …</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>New keys</source>
      <translation>Neue Tasten</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>New limit for this session</source>
      <translation>Neue Grenze für diese Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>New limit in dollars</source>
      <translation>Neue Grenze in Dollar</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>New limit in tokens</source>
      <translation>Neue Grenze in Token</translation>
    </message>
    <message>
      <location filename="app/ui/session/column.py" />
      <source>New note</source>
      <translation>Neue Notiz</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>New session</source>
      <translation>Neue Sitzung</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>New sessions</source>
      <translation>Neue Sitzungen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>New session…</source>
      <translation>Neue Sitzung…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>New, and kept after the critiques</source>
      <translation>Neu, und nach den Kritiken beibehalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/picking.py" />
      <source>Newer text</source>
      <translation>Neuerer Text</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/formatted.py" />
      <source>Newer text, formatted</source>
      <translation>Neuerer Text, formatiert</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Next change</source>
      <translation>Nächste Änderung</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Next change (N)</source>
      <translation>Nächste Änderung (N)</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Next control</source>
      <translation>Nächstes Bedienelement</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Next hit</source>
      <translation>Nächster Treffer</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Next or previous change, in a text that is only read</source>
      <translation>Nächste oder vorige Änderung, in einem Text, der nur gelesen wird</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Next pane</source>
      <translation>Nächster Bereich</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Next question</source>
      <translation>Nächste Frage</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Next session that needs you</source>
      <translation>Nächste Sitzung, die Sie braucht</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Next view</source>
      <translation>Nächste Ansicht</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>No action and no key is called that.</source>
      <translation>Keine Aktion und keine Taste heißt so.</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>No answer revised</source>
      <translation>Keine Antwort überarbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>No answer yet</source>
      <translation>Noch keine Antwort</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>No answer yet.</source>
      <translation>Noch keine Antwort.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>No call was complete; what had arrived is kept.</source>
      <translation>Kein Aufruf war fertig; was angekommen war, bleibt.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>No credit</source>
      <translation>Kein Guthaben</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>No critique fits the filters.</source>
      <translation>Keine Kritik passt zu den Filtern.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>No difference</source>
      <translation>Kein Unterschied</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>No keys</source>
      <translation>Keine Tasten</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>No limit</source>
      <translation>Keine Grenze</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>No lines to show: {why}.</source>
      <translation>Keine Zeilen zu zeigen: {why}.</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>No model server answers on this machine. Start Ollama, LM Studio or llama.cpp first.</source>
      <translation>Auf diesem Rechner antwortet kein Modellserver. Starten Sie erst Ollama, LM Studio oder llama.cpp.</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>No session fits. Change the words or the filters above.</source>
      <translation>Keine Sitzung passt. Ändern Sie die Wörter oder die Filter oben.</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>No step is open</source>
      <translation>Kein Schritt ist offen</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>No system keyring found – key kept for this session only.</source>
      <translation>Kein Schlüsselbund gefunden – der Schlüssel gilt nur, solange das Programm läuft.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>No text yet</source>
      <translation>Noch kein Text</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Nobody criticised anything here. “All rounds” shows the other critiques.</source>
      <translation>Hier hat niemand etwas kritisiert. „Alle Runden“ zeigt die anderen Kritiken.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Nobody has criticised anything yet.</source>
      <translation>Noch hat niemand etwas kritisiert.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>None of these fit – let me explain</source>
      <translation>Nichts davon passt – ich erkläre es</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Normal text size</source>
      <translation>Normale Schriftgröße</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Not connected</source>
      <translation>Nicht verbunden</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Not connected yet: {names}.</source>
      <translation>Noch nicht verbunden: {names}.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Not connected. Paste a key to use its models.</source>
      <translation>Nicht verbunden. Fügen Sie einen Schlüssel ein, um die Modelle zu verwenden.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Not in it, or not whole: {why}</source>
      <translation>Nicht oder nicht ganz enthalten: {why}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Not running</source>
      <translation>Läuft nicht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Not sent to the author; needs a reason</source>
      <translation>Geht nicht an den Verfasser; braucht eine Begründung</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Not started yet.</source>
      <translation>Noch nicht begonnen.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>Noted: taken from “{title}”.</source>
      <translation>Vermerkt: übernommen aus „{title}“.</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>Notes on the criteria</source>
      <translation>Anmerkungen zu den Kriterien</translation>
    </message>
    <message>
      <location filename="app/ui/startup/crash_dialog.py" />
      <source>Nothing finished was lost. A report was written on this computer and sent nowhere: {file}. Add it when you tell somebody about the problem.</source>
      <translation>Nichts Fertiges ging verloren. Ein Bericht wurde auf diesem Rechner geschrieben und nirgendwohin gesendet: {file}. Fügen Sie ihn bei, wenn Sie jemandem von dem Problem erzählen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/status_line.py" />
      <source>Nothing has been sent to any model.</source>
      <translation>Noch wurde nichts an ein Modell gesendet.</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Nothing is contacted before you ask.</source>
      <translation>Bevor Sie fragen, wird niemand angesprochen.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/pieces.py" />
      <source>Nothing is ticked. Tick what you want, or reject the change.</source>
      <translation>Nichts ist angekreuzt. Kreuzen Sie an, was Sie wollen, oder lehnen Sie die Änderung ab.</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Nothing measured yet</source>
      <translation>Noch nichts gemessen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/session_forms.py" />
      <source>Nothing was begun in this folder yet. Look through this, and start.</source>
      <translation>In diesem Ordner wurde noch nichts begonnen. Sehen Sie dies durch und starten Sie.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asking.py" />
      <source>Nothing was sent: put other models into the seats, or approve the servers.</source>
      <translation>Nichts wurde gesendet: Setzen Sie andere Modelle auf die Plätze, oder geben Sie die Server frei.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Nothing yet.</source>
      <translation>Noch nichts.</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Notifications</source>
      <translation>Benachrichtigungen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Notify on the desktop while another program is in front</source>
      <translation>Auf dem Desktop benachrichtigen, solange ein anderes Programm vorn ist</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Of each row</source>
      <translation>Je Zeile</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Offer passages of another session; where they come from is kept</source>
      <translation>Stellen einer anderen Sitzung anbieten; woher sie kommen, wird behalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Offered again at the next decision; needs a reason</source>
      <translation>Wird bei der nächsten Entscheidung wieder angeboten; braucht eine Begründung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Offline council ready</source>
      <translation>Offline-Rat bereit</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>Old and new text side by side</source>
      <translation>Alter und neuer Text nebeneinander</translation>
    </message>
    <message>
      <location filename="app/ui/panels/picking.py" />
      <source>Older text</source>
      <translation>Älterer Text</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/formatted.py" />
      <source>Older text, formatted</source>
      <translation>Älterer Text, formatiert</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>On this computer</source>
      <translation>Auf diesem Rechner</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>On this computer: no key, no price. “Find local models” looks for it.</source>
      <translation>Auf diesem Rechner: kein Schlüssel, kein Preis. „Lokale Modelle suchen“ sieht danach.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>One below the other</source>
      <translation>Untereinander</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>One column</source>
      <translation>Eine Spalte</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>One or two columns, by width</source>
      <translation>Ein oder zwei Spalten, je nach Breite</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>One per line</source>
      <translation>Eines je Zeile</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Only for {name}</source>
      <translation>Nur für {name}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Only one text so far</source>
      <translation>Bisher nur ein Text</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Only the offline council can be asked yet. Connect models under File, Models and keys.</source>
      <translation>Bisher kann nur der Offline-Rat gefragt werden. Verbinden Sie Modelle unter „Datei“, „Modelle und Schlüssel“.</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Only you can decide this, not the agent {agent}.</source>
      <translation>Das entscheiden nur Sie, nicht der Agent {agent}.</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Open disagreements</source>
      <translation>Offene Streitpunkte</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Open it</source>
      <translation>Sie öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/panel.py" />
      <source>Open step</source>
      <translation>Schritt öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Open the Stop menu</source>
      <translation>Das Menü „Anhalten“ öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/sparkline.py" />
      <source>Open the chart and the table</source>
      <translation>Diagramm und Tabelle öffnen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Open the cycle</source>
      <translation>Den Zyklus öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>Open the file at these lines</source>
      <translation>Die Datei bei diesen Zeilen öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Open the folder: {title}</source>
      <translation>Den Ordner öffnen: {title}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Open the library…</source>
      <translation>Bibliothek öffnen…</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Open the round</source>
      <translation>Die Runde öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standing.py" />
      <source>Open the run map as a tab</source>
      <translation>Die Ablaufkarte als Reiter öffnen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Open the session</source>
      <translation>Die Sitzung öffnen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/session_place.py" />
      <source>Opening your sessions…</source>
      <translation>Ihre Sitzungen werden geöffnet…</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Or drop a file here to ask about it.</source>
      <translation>Oder ziehen Sie eine Datei hierher, um dazu zu fragen.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Out, $/M</source>
      <translation>Ausgabe, $/M</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Over $1</source>
      <translation>Über 1 $</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/strip.py" />
      <source>Overview of the changes</source>
      <translation>Übersicht der Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Own server…</source>
      <translation>Eigener Server…</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>PDF – to print and to send</source>
      <translation>PDF – zum Drucken und Versenden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide.py" />
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip.py" />
      <source>Parts of the work</source>
      <translation>Teile der Arbeit</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Passages of {name}</source>
      <translation>Stellen von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Paste a key</source>
      <translation>Schlüssel einfügen</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>Paste the key first.</source>
      <translation>Fügen Sie erst den Schlüssel ein.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Pause</source>
      <translation>Pausieren</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Paused</source>
      <translation>Pausiert</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Paused {when}.</source>
      <translation>Pausiert {when}.</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>Per million tokens</source>
      <translation>Je Million Token</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Per million tokens: {into} in, {out} out</source>
      <translation>Je Million Token: Eingabe {into}, Ausgabe {out}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Place among the changes</source>
      <translation>Stelle unter den Änderungen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Plan the change</source>
      <translation>Die Änderung planen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Please correct the marked fields.</source>
      <translation>Bitte korrigieren Sie die markierten Felder.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Poor answer</source>
      <translation>Schwache Antwort</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Prepare contexts</source>
      <translation>Kontexte vorbereiten</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Preparing</source>
      <translation>Vorbereitung</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Press Start again to go on.</source>
      <translation>Drücken Sie noch einmal „Starten“, um weiterzumachen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Press new keys</source>
      <translation>Neue Tasten drücken</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Preview</source>
      <translation>Vorschau</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Preview of the file</source>
      <translation>Vorschau der Datei</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Preview of the report</source>
      <translation>Vorschau des Berichts</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Preview the file, then save it</source>
      <translation>Die Datei ansehen, dann speichern</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Previous</source>
      <translation>Vorige</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Previous change</source>
      <translation>Vorige Änderung</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Previous change (P)</source>
      <translation>Vorige Änderung (P)</translation>
    </message>
    <message>
      <location filename="app/ui/session/find_bar.py" />
      <source>Previous hit</source>
      <translation>Voriger Treffer</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Previous pane</source>
      <translation>Voriger Bereich</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Previous question</source>
      <translation>Vorige Frage</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Price unknown</source>
      <translation>Preis unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_list.py" />
      <source>Providers</source>
      <translation>Anbieter</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Providers charge for what is sent and for what comes back. The line at the bottom of the window shows what a session has cost so far; where a price is not known, it says so.</source>
      <translation>Anbieter berechnen, was gesendet wird und was zurückkommt. Die Zeile unten im Fenster zeigt, was eine Sitzung bisher gekostet hat; wo ein Preis nicht bekannt ist, sagt sie es.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Put ready-made words into the line</source>
      <translation>Fertige Worte in die Zeile setzen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Put the chosen passages into your text (Enter)</source>
      <translation>Die gewählten Stellen in Ihren Text setzen (Eingabe)</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Quality</source>
      <translation>Güte</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Question</source>
      <translation>Frage</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Question {at} of {all}. Answered {done} of {all}.</source>
      <translation>Frage {at} von {all}. Beantwortet: {done} von {all}.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Questions</source>
      <translation>Fragen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Quick:</source>
      <translation>Schnell:</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Quit while a session is running?</source>
      <translation>Beenden, während eine Sitzung läuft?</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>Quote in feedback</source>
      <translation>In der Rückmeldung zitieren</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>Quoted lines</source>
      <translation>Zitierte Zeilen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Quoted passage</source>
      <translation>Zitierte Stelle</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Quoted: {text}</source>
      <translation>Zitiert: {text}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>Quoted; it is sent when you reject with feedback.</source>
      <translation>Zitiert; es geht mit, wenn Sie mit Rückmeldung ablehnen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>ROUNDTABLE_DATA_DIR and ROUNDTABLE_CONFIG_DIR name other folders for sessions and settings.</source>
      <translation>ROUNDTABLE_DATA_DIR und ROUNDTABLE_CONFIG_DIR nennen andere Ordner für Sitzungen und Einstellungen.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Raise and go on</source>
      <translation>Erhöhen und weiter</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Raise the cost limit</source>
      <translation>Kostengrenze erhöhen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Raise the token limit</source>
      <translation>Token-Grenze erhöhen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Read</source>
      <translation>Lesen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Read the brief</source>
      <translation>Den Auftrag lesen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Read the folder</source>
      <translation>Den Ordner lesen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Read the guide</source>
      <translation>Anleitung lesen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Read this member's answer</source>
      <translation>Die Antwort dieses Mitglieds lesen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Read what changed and why. Approve, or send it back with feedback. No round starts without you.</source>
      <translation>Lesen Sie, was sich geändert hat und warum. Geben Sie es frei, oder geben Sie es mit Rückmeldung zurück. Ohne Sie beginnt keine Runde.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>Reading the file …</source>
      <translation>Die Datei wird gelesen …</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Reads 1 critique of its answer.</source>
      <translation>Liest 1 Kritik zu seiner Antwort.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Reads {n} critiques of its answer.</source>
      <translation>Liest {n} Kritiken zu seiner Antwort.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Ready when you are</source>
      <translation>Bereit, wenn Sie es sind</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Ready-made words</source>
      <translation>Fertige Worte</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Reason</source>
      <translation>Begründung</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Reason (kept in the log)</source>
      <translation>Begründung (bleibt im Protokoll)</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>Recent</source>
      <translation>Zuletzt</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Record the reflection</source>
      <translation>Die Reflexion festhalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Redo</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Reduce motion: nothing on the screen turns</source>
      <translation>Weniger Bewegung: Nichts auf dem Bildschirm dreht sich</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Refine</source>
      <translation>Überarbeiten</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Reflect</source>
      <translation>Reflektieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Refused in all: {n}.</source>
      <translation>Insgesamt abgelehnt: {n}.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Reject</source>
      <translation>Ablehnen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Reject {what}</source>
      <translation>{what} ablehnen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Reject…</source>
      <translation>Ablehnen…</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Remind me once more</source>
      <translation>Noch einmal erinnern</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Remove key</source>
      <translation>Schlüssel entfernen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Remove the quote {n}</source>
      <translation>Zitat {n} entfernen</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Remove the server</source>
      <translation>Server entfernen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Remove the template “{name}”?</source>
      <translation>Die Vorlage „{name}“ entfernen?</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Remove…</source>
      <translation>Entfernen…</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>Rename</source>
      <translation>Umbenennen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Rename or remove…</source>
      <translation>Umbenennen oder entfernen…</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>Rename the session</source>
      <translation>Die Sitzung umbenennen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Rename “{name}”</source>
      <translation>„{name}“ umbenennen</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Renamed to “{title}”</source>
      <translation>Umbenannt in „{title}“</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Rename…</source>
      <translation>Umbenennen…</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Rendered</source>
      <translation>Formatiert</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Replace</source>
      <translation>Ersetzen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>Replace the file?</source>
      <translation>Die Datei ersetzen?</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Replace the team?</source>
      <translation>Das Team ersetzen?</translation>
    </message>
    <message>
      <location filename="app/ui/startup/crash_dialog.py" />
      <source>Report</source>
      <translation>Bericht</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Reset</source>
      <translation>Zurücksetzen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Reset all</source>
      <translation>Alle zurücksetzen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Reset layout</source>
      <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Response</source>
      <translation>Erwiderung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Restore</source>
      <translation>Wiederherstellen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Restore a backup</source>
      <translation>Eine Sicherung wiederherstellen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Restore {file}?</source>
      <translation>{file} wiederherstellen?</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Restored</source>
      <translation>Wiederhergestellt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Restore…</source>
      <translation>Wiederherstellen…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Rests on assumptions</source>
      <translation>Beruht auf Annahmen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Result of the test</source>
      <translation>Ergebnis der Prüfung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Resume</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Resume to choose what to do about the failed models.</source>
      <translation>Setzen Sie fort, um zu wählen, was mit den ausgefallenen Modellen geschieht.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Retry</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>Review</source>
      <translation>Prüfen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Review a round</source>
      <translation>Eine Runde prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Review critiques</source>
      <translation>Kritiken prüfen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Review each round</source>
      <translation>Jede Runde prüfen</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Review {n} disagreement</source>
      <translation>{n} Streitpunkt ansehen</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Review {n} disagreements</source>
      <translation>{n} Streitpunkte ansehen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Reviewed</source>
      <translation>Geprüft</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Revised</source>
      <translation>Überarbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Revised, previous, or your own</source>
      <translation>Überarbeitet, vorige oder Ihre eigenen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Role</source>
      <translation>Rolle</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_view.py" />
      <source>Round</source>
      <translation>Runde</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_list.py" />
      <source>Round {n}</source>
      <translation>Runde {n}</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip.py" />
      <source>Rounds</source>
      <translation>Runden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Rounds and answers</source>
      <translation>Runden und Antworten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Rounds and figures</source>
      <translation>Runden und Zahlen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/notices.py" />
      <source>Roundtable</source>
      <translation>Roundtable</translation>
    </message>
    <message>
      <location filename="app/ui/startup/start.py" />
      <source>Roundtable is open already and does not answer. Close it, then start again.</source>
      <translation>Roundtable ist schon offen und antwortet nicht. Schließen Sie es, dann starten Sie noch einmal.</translation>
    </message>
    <message>
      <location filename="app/ui/startup/start.py" />
      <source>Roundtable is open already; its window was brought to the front.</source>
      <translation>Roundtable ist schon offen; das Fenster wurde nach vorn geholt.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Roundtable puts one question to several AI models. Each of them answers. Then they read each other's answers, say what is wrong with them, and improve their own. That is one round.</source>
      <translation>Roundtable stellt mehreren KI-Modellen eine Frage. Jedes antwortet. Dann lesen sie die Antworten der anderen, sagen, was daran falsch ist, und verbessern ihre eigene. Das ist eine Runde.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/commands.py" />
      <source>Roundtable {v}. Only what you send to the chosen models leaves this computer.</source>
      <translation>Roundtable {v}. Nur was Sie an die gewählten Modelle senden, verlässt diesen Rechner.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Row {n} is set aside: {why}</source>
      <translation>Zeile {n} bleibt beiseite: {why}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Run a session for every row of a table of questions</source>
      <translation>Für jede Zeile einer Tabelle von Fragen eine Sitzung ausführen</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Run its tools</source>
      <translation>Seine Werkzeuge ausführen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Run map</source>
      <translation>Ablaufkarte</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Running</source>
      <translation>Läuft</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Sat out</source>
      <translation>Hat ausgesetzt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Save as template</source>
      <translation>Als Vorlage speichern</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Save as template…</source>
      <translation>Als Vorlage speichern…</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Save as…</source>
      <translation>Speichern unter…</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Save key</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Save to a folder…</source>
      <translation>In einen Ordner speichern…</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_line.py" />
      <source>Saved {at}</source>
      <translation>Gespeichert {at}</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Say what should change</source>
      <translation>Sagen, was sich ändern soll</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Say what should change in these words</source>
      <translation>Sagen, was sich an diesen Wörtern ändern soll</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Scope</source>
      <translation>Umfang</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Search actions and keys</source>
      <translation>Aktionen und Tasten suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Search all sessions</source>
      <translation>Alle Sitzungen durchsuchen</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Search everything that was said</source>
      <translation>Alles durchsuchen, was gesagt wurde</translation>
    </message>
    <message>
      <location filename="app/ui/shell/top_bar.py" />
      <source>Search or run</source>
      <translation>Suchen oder ausführen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Search or run a command</source>
      <translation>Suchen oder Befehl geben</translation>
    </message>
    <message>
      <location filename="app/ui/gates/session_choice.py" />
      <source>Search titles</source>
      <translation>Titel suchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Search titles and everything said</source>
      <translation>Titel und alles Gesagte durchsuchen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Search, filter, compare, export and put away all sessions</source>
      <translation>Alle Sitzungen durchsuchen, filtern, vergleichen, exportieren und weglegen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Secret header of traces</source>
      <translation>Geheimes Kopffeld der Traces</translation>
    </message>
    <message>
      <location filename="app/ui/panels/document.py" />
      <source>Sections</source>
      <translation>Abschnitte</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>See the keys</source>
      <translation>Die Tasten ansehen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>Select all</source>
      <translation>Alles auswählen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Select words in an answer to comment on them or to strike them. Their author gets that with the next round.</source>
      <translation>Wählen Sie in einer Antwort Wörter aus, um sie zu kommentieren oder zu streichen. Der Verfasser bekommt das mit der nächsten Runde.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Send answers</source>
      <translation>Antworten senden</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Send feedback</source>
      <translation>Rückmeldung senden</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Send it back or accept it</source>
      <translation>Zurückgeben oder annehmen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Send it back to be done again</source>
      <translation>Zurückgeben, damit es noch einmal gemacht wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>Send nothing</source>
      <translation>Nichts senden</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Send now</source>
      <translation>Jetzt senden</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Send texts along with traces</source>
      <translation>Texte mit den Traces senden</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Send traces to</source>
      <translation>Traces senden an</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>Session</source>
      <translation>Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Session list</source>
      <translation>Liste der Sitzungen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Session that is shown</source>
      <translation>Sitzung, die gezeigt wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/session_choice.py" />
      <source>Sessions</source>
      <translation>Sitzungen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>Sessions and edited documents</source>
      <translation>Sitzungen und bearbeitete Dokumente</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Sessions at once</source>
      <translation>Sitzungen zugleich</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Sessions of the batch</source>
      <translation>Sitzungen des Stapels</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>Sessions that were begun with one stay as they are.</source>
      <translation>Sitzungen, die damit begonnen wurden, bleiben, wie sie sind.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Settings and teams</source>
      <translation>Einstellungen und Teams</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Settings left as they are here: {names}.</source>
      <translation>Einstellungen, die blieben, wie sie hier sind: {names}.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>Settings taken: {names}.</source>
      <translation>Einstellungen übernommen: {names}.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Settings…</source>
      <translation>Einstellungen…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Show</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Show all</source>
      <translation>Alle zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standing.py" />
      <source>Show all of it</source>
      <translation>Alles davon zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>Show all of the details</source>
      <translation>Alle Einzelheiten zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Show all unchanged paragraphs of a comparison, or fold them again</source>
      <translation>Alle unveränderten Absätze eines Vergleichs zeigen, oder wieder einklappen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/text/safe_view.py" />
      <source>Show as plain text</source>
      <translation>Als reinen Text zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Show both texts formatted, without marks</source>
      <translation>Beide Texte formatiert zeigen, ohne Markierungen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Show change</source>
      <translation>Änderung zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary_page.py" />
      <source>Show change: {what}</source>
      <translation>Änderung zeigen: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary_page.py" />
      <source>Show critique</source>
      <translation>Kritik zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary_page.py" />
      <source>Show critique: {what}</source>
      <translation>Kritik zeigen: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Show every step instead of the stages</source>
      <translation>Jeden Schritt zeigen statt der Abschnitte</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Show in answer</source>
      <translation>In der Antwort zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standing.py" />
      <source>Show it</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/session_choice.py" />
      <source>Show its text</source>
      <translation>Den Text zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Show matrix</source>
      <translation>Matrix zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Show next {round}</source>
      <translation>{round} danach zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Show or hide map and figures</source>
      <translation>Karte und Zahlen zeigen oder verbergen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/panel.py" />
      <source>Show or hide the lines of the chosen step</source>
      <translation>Die Zeilen des gewählten Schritts zeigen oder verbergen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Show or hide the list of sessions</source>
      <translation>Die Liste der Sitzungen zeigen oder verbergen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Show passage</source>
      <translation>Stelle zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Show previous {round}</source>
      <translation>{round} davor zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Show the answer of {name}</source>
      <translation>Die Antwort von {name} zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>Show the critiques</source>
      <translation>Die Kritiken zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Show the final answer</source>
      <translation>Schlussantwort zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Show the steps as a list with numbers</source>
      <translation>Die Schritte als Liste mit Zahlen zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/question.py" />
      <source>Show the whole question</source>
      <translation>Die ganze Frage zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standing.py" />
      <source>Show the whole run</source>
      <translation>Den ganzen Lauf zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/still_disputed.py" />
      <source>Show this critique</source>
      <translation>Diese Kritik zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/links.py" />
      <source>Show this in the answer of {name}</source>
      <translation>In der Antwort von {name} zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Show this member alone, or all</source>
      <translation>Dieses Mitglied allein zeigen, oder alle</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>Show this member's answer, or the final one again</source>
      <translation>Die Antwort dieses Mitglieds zeigen, oder wieder die Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Show titles and questions in notifications</source>
      <translation>Titel und Fragen in Benachrichtigungen zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Show unchanged paragraphs (E)</source>
      <translation>Unveränderte Absätze zeigen (E)</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/panel.py" />
      <source>Show what the chosen row points at</source>
      <translation>Zeigen, worauf die gewählte Zeile verweist</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standpoints.py" />
      <source>Show what was said</source>
      <translation>Zeigen, was gesagt wurde</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Show who criticised whom</source>
      <translation>Zeigen, wer wen kritisiert hat</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Show {name} alone</source>
      <translation>{name} allein zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Show {n} more</source>
      <translation>{n} weitere zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answers.py" />
      <source>Side by side</source>
      <translation>Nebeneinander</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>Similarity</source>
      <translation>Ähnlichkeit</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Sits out this {round}. {why}</source>
      <translation>Setzt hier aus ({round}). {why}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Smaller text</source>
      <translation>Kleinerer Text</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>So far: {what}</source>
      <translation>Bisher: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>So many times</source>
      <translation>So viele Male</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>Some models did not answer.</source>
      <translation>Einige Modelle haben nicht geantwortet.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/workspace.py" />
      <source>Something went wrong inside the program. A report is kept for the next start.</source>
      <translation>Im Programm ist etwas schiefgegangen. Für den nächsten Start liegt ein Bericht bereit.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>Something went wrong inside the program: {what}</source>
      <translation>Im Programm ist etwas schiefgegangen: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/startup/crash_dialog.py" />
      <source>Something went wrong last time</source>
      <translation>Beim letzten Mal ist etwas schiefgegangen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Sound when a session is finished</source>
      <translation>Ton, wenn eine Sitzung fertig ist</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Sound when a session needs me</source>
      <translation>Ton, wenn eine Sitzung mich braucht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Space: next</source>
      <translation>Leertaste: nächste</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Start</source>
      <translation>Starten</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Start a follow-up</source>
      <translation>Anschlussfrage</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Start a follow-up…</source>
      <translation>Anschlussfrage…</translation>
    </message>
    <message>
      <location filename="app/ui/view/reading.py" />
      <source>Start a new one.</source>
      <translation>Beginnen Sie eine neue.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Starting…</source>
      <translation>Es geht los…</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>State</source>
      <translation>Stand</translation>
    </message>
    <message>
      <location filename="app/ui/shell/status_line.py" />
      <source>Status</source>
      <translation>Stand</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Status of {name}</source>
      <translation>Stand von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>Step {n} of {all}</source>
      <translation>Schritt {n} von {all}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/panel.py" />
      <source>Steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <location filename="app/ui/insights/stepper.py" />
      <source>Steps of</source>
      <translation>Schritte von</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Steps of the run</source>
      <translation>Schritte des Laufs</translation>
    </message>
    <message>
      <location filename="app/ui/insights/stepper.py" />
      <source>Steps of this round</source>
      <translation>Schritte dieser Runde</translation>
    </message>
    <message>
      <location filename="app/ui/insights/still_disputed.py" />
      <source>Still disputed</source>
      <translation>Noch strittig</translation>
    </message>
    <message>
      <location filename="app/ui/shell/top_bar.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Stop after this {round}</source>
      <translation>Danach anhalten ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/shell/dialogs.py" />
      <source>Stop and quit</source>
      <translation>Anhalten und beenden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Stop now</source>
      <translation>Sofort anhalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Stop one member only</source>
      <translation>Nur ein Mitglied anhalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Stop with a final answer</source>
      <translation>Mit einer Schlussantwort anhalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Stop {name}</source>
      <translation>{name} anhalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Stop {name} only</source>
      <translation>Nur {name} anhalten</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Stopped</source>
      <translation>Angehalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Stopped before anything arrived.</source>
      <translation>Angehalten, bevor etwas ankam.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Stopped before anything that can be read arrived.</source>
      <translation>Angehalten, bevor etwas Lesbares ankam.</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>Stopped by you. What had arrived is kept.</source>
      <translation>Von Ihnen angehalten. Was angekommen war, bleibt.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Stopped early – partial text kept</source>
      <translation>Früh angehalten – der Anfang des Textes ist da</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Stopped or paused</source>
      <translation>Angehalten oder pausiert</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Stopped while {what}; the answer is whole.</source>
      <translation>Beim Schritt „{what}“ angehalten; die Antwort ist vollständig.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>Stops at whichever comes first.</source>
      <translation>Hält bei dem an, was zuerst kommt.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Stored answer of {seat}</source>
      <translation>Gespeicherte Antwort von {seat}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Strike</source>
      <translation>Streichen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Strike deletions through</source>
      <translation>Gelöschtes durchstreichen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/mark_bar.py" />
      <source>Strike: these words should go</source>
      <translation>Streichen: Diese Wörter sollen weg</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>Suggest from the question</source>
      <translation>Aus der Frage vorschlagen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>Suggest: {field}</source>
      <translation>Vorschlagen: {field}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Suggestion</source>
      <translation>Vorschlag</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>Suggestions</source>
      <translation>Vorschläge</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Sum up the oldest requests</source>
      <translation>Die ältesten Wünsche zusammenfassen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Summary</source>
      <translation>Zusammenfassung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/compare.py" />
      <source>Swap the two</source>
      <translation>Die beiden tauschen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/picking.py" />
      <source>Swap the two texts</source>
      <translation>Die beiden Texte tauschen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>System</source>
      <translation>System</translation>
    </message>
    <message>
      <location filename="app/ui/shell/offers.py" />
      <source>Tab</source>
      <translation>Reiter</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Table of questions</source>
      <translation>Tabelle der Fragen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>Table: {title}</source>
      <translation>Tabelle: {title}</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Tables (*.csv *.jsonl)</source>
      <translation>Tabellen (*.csv *.jsonl)</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Take an iteration back</source>
      <translation>Eine Iteration zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/models/approvals.py" />
      <source>Take back</source>
      <translation>Zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Take back control</source>
      <translation>Wieder selbst entscheiden</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Take back into the next round</source>
      <translation>In der nächsten Runde wieder dabei</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Take back the last decision</source>
      <translation>Die letzte Entscheidung zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Take back your verdict on this critique</source>
      <translation>Ihr Urteil über diese Kritik zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/session_choice.py" />
      <source>Take from another session</source>
      <translation>Aus einer anderen Sitzung übernehmen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/returning.py" />
      <source>Take in</source>
      <translation>Aufnehmen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Take in a session that was exported as JSON</source>
      <translation>Eine als JSON exportierte Sitzung aufnehmen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/returning.py" />
      <source>Take in an edited document</source>
      <translation>Ein bearbeitetes Dokument aufnehmen</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>Take it up again</source>
      <translation>Wieder aufnehmen</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Take one of several</source>
      <translation>Einen von mehreren nehmen</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>Take out</source>
      <translation>Zurückholen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team_row.py" />
      <source>Take out – {place}</source>
      <translation>Herausnehmen – {place}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Take passage</source>
      <translation>Stelle übernehmen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Take passages at the left, or write.</source>
      <translation>Übernehmen Sie links Stellen, oder schreiben Sie.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Take passages of several answers into one text</source>
      <translation>Stellen mehrerer Antworten in einen Text nehmen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team_row.py" />
      <source>Take this member out</source>
      <translation>Dieses Mitglied herausnehmen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Take your verdict on this critique back</source>
      <translation>Ihr Urteil über diese Kritik zurücknehmen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/passages.py" />
      <source>Taken</source>
      <translation>Übernommen</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Taken back.</source>
      <translation>Zurückgenommen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/returning.py" />
      <source>Taken in from {file}</source>
      <translation>Aufgenommen aus {file}</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Team</source>
      <translation>Team</translation>
    </message>
    <message>
      <location filename="app/ui/shell/commands.py" />
      <source>Team “{name}” saved</source>
      <translation>Team „{name}“ gespeichert</translation>
    </message>
    <message>
      <location filename="app/ui/models/approvals.py" />
      <source>Teams and imported sessions may ask these, and have them sent what is named.</source>
      <translation>Teams und importierte Sitzungen dürfen diese fragen und ihnen das Genannte senden.</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Test</source>
      <translation>Prüfen</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Test again</source>
      <translation>Noch einmal prüfen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/graph.py" />
      <source>Test the criteria</source>
      <translation>Die Kriterien prüfen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/picking.py" />
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <location filename="app/ui/panels/compare.py" />
      <source>Text A</source>
      <translation>Text A</translation>
    </message>
    <message>
      <location filename="app/ui/panels/compare.py" />
      <source>Text B</source>
      <translation>Text B</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Text of {name}</source>
      <translation>Text von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Text of {name} that goes on</source>
      <translation>Text von {name}, mit dem es weitergeht</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Text size</source>
      <translation>Schriftgröße</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Text to carry into the next round</source>
      <translation>Text, mit dem es in die nächste Runde geht</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>Text, Markdown, code, PDF and DOCX; of a folder, every file in it</source>
      <translation>Text, Markdown, Code, PDF und DOCX; aus einem Ordner jede Datei darin</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Texts, round by round</source>
      <translation>Texte, Runde für Runde</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asking.py" />
      <source>That cannot be done now.</source>
      <translation>Das geht jetzt nicht.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/workspace.py" />
      <source>That did not work</source>
      <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
      <location filename="app/ui/session/page.py" />
      <source>That passage is not in the text any more. Show change tells what became of it.</source>
      <translation>Diese Stelle steht nicht mehr im Text. „Änderung zeigen“ sagt, was daraus wurde.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>That question is no longer open. What you typed is kept.</source>
      <translation>Diese Frage ist nicht mehr offen. Was Sie geschrieben haben, bleibt.</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>The address of an OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces. It is told what was asked when and for how long; empty: nobody is.</source>
      <translation>Die Adresse eines OpenTelemetry-Sammlers, etwa http://127.0.0.1:4318/v1/traces. Ihm wird gemeldet, was wann und wie lange gefragt wurde; leer: niemandem.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>The agent answers nothing here any more</source>
      <translation>Der Agent beantwortet hier nichts mehr</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>The agent {agent} may decide here, too.</source>
      <translation>Auch der Agent {agent} darf hier entscheiden.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>The answer</source>
      <translation>Die Antwort</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>The answer is saved, to another question: the session was changed from outside.</source>
      <translation>Die Antwort ist gespeichert, zu einer anderen Frage: Die Sitzung wurde von außen geändert.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>The author is to follow it</source>
      <translation>Der Verfasser soll ihr folgen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>The beginning is shown.</source>
      <translation>Gezeigt wird der Anfang.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>The chair is writing…</source>
      <translation>Der Vorsitz schreibt…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>The chosen critique in full</source>
      <translation>Die gewählte Kritik im Ganzen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>The copy needs a value of its own here:</source>
      <translation>Die Kopie braucht hier einen eigenen Wert:</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>The critique</source>
      <translation>Die Kritik</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>The file has changed since it was read for this session.</source>
      <translation>Die Datei hat sich geändert, seit sie für diese Sitzung gelesen wurde.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>The file has changed since it was read; the quotation does not stand in it any more.</source>
      <translation>Die Datei hat sich geändert, seit sie gelesen wurde; das Zitat steht nicht mehr darin.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>The file has changed since it was read; the quotation stands at line {n} now.</source>
      <translation>Die Datei hat sich geändert, seit sie gelesen wurde; das Zitat steht jetzt in Zeile {n}.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>The file is being made…</source>
      <translation>Die Datei wird erstellt…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>The models ask</source>
      <translation>Die Modelle fragen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>The offline council is ready: three rule-based members, no key, no cost. Add a key to ask real models.</source>
      <translation>Der Offline-Rat ist bereit: drei Mitglieder, die nach Regeln arbeiten, ohne Schlüssel, ohne Kosten. Mit einem Schlüssel fragen Sie echte Modelle.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>The other model answers from the next call on. Nothing is lost.</source>
      <translation>Das andere Modell antwortet ab dem nächsten Aufruf. Nichts geht verloren.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>The others keep their answers.</source>
      <translation>Die anderen behalten ihre Antworten.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>The previous text will be used.</source>
      <translation>Der vorige Text wird genommen.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>The question</source>
      <translation>Die Frage</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>The question, the team and every setting are kept; files are not.</source>
      <translation>Die Frage, das Team und alle Einstellungen werden behalten; Dateien nicht.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>The same</source>
      <translation>Gleich</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>The sample could not be copied: {why}</source>
      <translation>Das Beispiel konnte nicht kopiert werden: {why}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>The sample stands in place of what you had typed; Ctrl+Z in the text brings it back.</source>
      <translation>Das Beispiel steht an der Stelle dessen, was Sie geschrieben hatten; Strg+Z im Text holt es zurück.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>The search over the window: three letters are typed, and actions are found.</source>
      <translation>Die Suche über dem Fenster: Drei Buchstaben sind getippt, und Aktionen sind gefunden.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>The session ended without a result {when}.</source>
      <translation>Die Sitzung endete {when} ohne Ergebnis.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>The summary is copied.</source>
      <translation>Die Zusammenfassung ist kopiert.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>The tool server “{name}” offers nothing: it goes on without. The log says why.</source>
      <translation>Der Werkzeugserver „{name}“ bietet nichts an: Es geht ohne ihn weiter. Das Protokoll sagt, warum.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>The whole answer is saved. This version of Roundtable would word the question differently.</source>
      <translation>Die ganze Antwort ist gespeichert. Diese Version von Roundtable würde die Frage anders stellen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>The window: sessions at the left, three answers beside each other, the decision below them.</source>
      <translation>Das Fenster: links die Sitzungen, drei Antworten nebeneinander, darunter die Entscheidung.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Then choose who answers. The offline council is there to try things out: it needs no key and costs nothing.</source>
      <translation>Dann wählen Sie, wer antwortet. Der Offline-Rat ist zum Ausprobieren da: Er braucht keinen Schlüssel und kostet nichts.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Then decide, below the answers. Approve and continue starts the next round, Reject has this one done again with your feedback, and Approve and finish asks for the final answer. Add guidance tells everyone what to mind. For some seconds you can take an approval back.</source>
      <translation>Dann entscheiden Sie, unter den Antworten. „Freigeben und weiter“ beginnt die nächste Runde, „Ablehnen“ lässt diese mit Ihrer Rückmeldung noch einmal machen, und „Freigeben und abschließen“ verlangt die Schlussantwort. „Vorgabe hinzufügen“ sagt allen, worauf sie achten sollen. Einige Sekunden lang können Sie eine Freigabe zurücknehmen.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Then:</source>
      <translation>Dann:</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>There are no two texts to compare yet. Choose sessions that have answers.</source>
      <translation>Es gibt noch keine zwei Texte zu vergleichen. Wählen Sie Sitzungen, die Antworten haben.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>There is a file {name} already. Replacing it cannot be undone.</source>
      <translation>Es gibt schon eine Datei {name}. Sie zu ersetzen, lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>There is a team “{name}” already. It will be what stands here.</source>
      <translation>Es gibt schon ein Team „{name}“. Es wird zu dem, was hier steht.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>There is no final answer yet</source>
      <translation>Es gibt noch keine Schlussantwort</translation>
    </message>
    <message>
      <location filename="app/ui/panels/compare.py" />
      <source>There is no text yet.</source>
      <translation>Es gibt noch keinen Text.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/kept_setups.py" />
      <source>There is one of that name. Press {button} again to replace it.</source>
      <translation>Es gibt schon eine mit diesem Namen. Drücken Sie noch einmal {button}, um sie zu ersetzen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>These keys hold only where the focus is, and stay as they are.</source>
      <translation>Diese Tasten gelten nur dort, wo der Fokus ist, und bleiben, wie sie sind.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Think</source>
      <translation>Denken</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>This format is always complete</source>
      <translation>Dieses Format ist immer vollständig</translation>
    </message>
    <message>
      <location filename="app/ui/panels/file_text.py" />
      <source>This is what the session holds of it. {why}</source>
      <translation>Das ist, was die Sitzung davon aufbewahrt. {why}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/estimate.py" />
      <source>This may cost up to {high}, more than the limit of {limit}; you are asked when it is reached.</source>
      <translation>Das kann bis zu {high} kosten, mehr als die Grenze von {limit}; Sie werden gefragt, wenn sie erreicht ist.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/estimating.py" />
      <source>This may reach the cost limit of {limit}; you will be asked.</source>
      <translation>Das kann die Kostengrenze von {limit} erreichen; Sie werden gefragt.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>This replaces your edit of: {names}</source>
      <translation>Das ersetzt Ihre Fassung von: {names}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>This reply was not in the asked form; it is shown whole.</source>
      <translation>Diese Erwiderung hatte nicht die verlangte Form; sie wird ganz gezeigt.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>This round</source>
      <translation>Diese Runde</translation>
    </message>
    <message>
      <location filename="app/ui/view/reading.py" />
      <source>This session has no records.</source>
      <translation>Diese Sitzung hat keine Datensätze.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>This session names a server that you have not approved yet. It would be sent its texts:</source>
      <translation>Diese Sitzung nennt einen Server, den Sie noch nicht freigegeben haben. Er bekäme ihre Texte:</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>This session names servers that you have not approved yet. They would be sent its texts:</source>
      <translation>Diese Sitzung nennt Server, die Sie noch nicht freigegeben haben. Sie bekämen ihre Texte:</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>This team cannot work yet; nothing was started.</source>
      <translation>Dieses Team kann noch nicht arbeiten; nichts wurde gestartet.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Those of {names} are listed once it was tested under Models and keys.</source>
      <translation>Die von {names} stehen hier, wenn der Anbieter unter „Modelle und Schlüssel“ geprüft ist.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>Three answers with new words marked, and below them the decision.</source>
      <translation>Drei Antworten mit markierten neuen Wörtern, darunter die Entscheidung.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Three steps, about five minutes for a first answer.</source>
      <translation>Drei Schritte, etwa fünf Minuten bis zur ersten Antwort.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Tick the change, and go to the next that is not ticked</source>
      <translation>Die Änderung abhaken und zur nächsten gehen, die es nicht ist</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Time</source>
      <translation>Zeit</translation>
    </message>
    <message>
      <location filename="app/ui/kit/dialog.py" />
      <source>Title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>To ask real models, open Models and keys in the File menu. Choose a provider, paste your key, and test it. Keys go into the keyring of your system and never into a file. Models that run on this computer need no key.</source>
      <translation>Um echte Modelle zu fragen, öffnen Sie im Menü „Datei“ „Modelle und Schlüssel“. Wählen Sie einen Anbieter, fügen Sie Ihren Schlüssel ein und prüfen Sie ihn. Schlüssel kommen in den Schlüsselbund Ihres Systems und nie in eine Datei. Modelle, die auf diesem Rechner laufen, brauchen keinen.</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Tokens</source>
      <translation>Token</translation>
    </message>
    <message>
      <location filename="app/ui/shell/status_line.py" />
      <source>Tokens so far</source>
      <translation>Token bisher</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Too few answers would be left; at most {most} may be left out.</source>
      <translation>Es blieben zu wenige Antworten; höchstens {most} können wegbleiben.</translation>
    </message>
    <message>
      <location filename="app/workflows/experiment/graph.py" />
      <source>Tools</source>
      <translation>Werkzeuge</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>Trash</source>
      <translation>Papierkorb</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Try the sample question</source>
      <translation>Beispielfrage ausprobieren</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Try the sample question…</source>
      <translation>Beispielfrage ausprobieren…</translation>
    </message>
    <message>
      <location filename="app/ui/view/retries.py" />
      <source>Trying again after {wait} s (try {n} of {most}).</source>
      <translation>Neuer Versuch nach {wait} s (Versuch {n} von {most}).</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/bar.py" />
      <source>Two columns</source>
      <translation>Zwei Spalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Two texts side by side</source>
      <translation>Zwei Texte nebeneinander</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Type / to search inside answers</source>
      <translation>Mit / suchen Sie in den Antworten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>Type a command, a session, a member or a {round}</source>
      <translation>Tippen Sie einen Befehl, eine Sitzung, ein Mitglied oder: {round}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Type to search among {n} models. Any other is written as provider/model.</source>
      <translation>Tippen Sie, um unter {n} Modellen zu suchen. Jedes andere wird als anbieter/modell geschrieben.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>Unchanged</source>
      <translation>Unverändert</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>Under way…</source>
      <translation>Im Gang…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Under “{heading}”</source>
      <translation>Unter „{heading}“</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>Undo ({n} s)</source>
      <translation>Rückgängig ({n} s)</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Unknown cost</source>
      <translation>Kosten unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>Until agreement in percent</source>
      <translation>Bis zu dieser Übereinstimmung in Prozent</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>Until this cost in dollars</source>
      <translation>Bis zu diesen Kosten in Dollar</translation>
    </message>
    <message>
      <location filename="app/ui/library/filters.py" />
      <source>Up to $0.10</source>
      <translation>Bis 0,10 $</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Use</source>
      <translation>Verbrauch</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Use another model</source>
      <translation>Ein anderes Modell nehmen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Use another model…</source>
      <translation>Anderes Modell nehmen…</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>Use it</source>
      <translation>Nehmen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Use it as the answer of</source>
      <translation>Als Antwort nehmen von</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>Use it for new sessions</source>
      <translation>Für neue Sitzungen verwenden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>Use it here</source>
      <translation>Hier verwenden</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>Use the sample</source>
      <translation>Beispiel nehmen</translation>
    </message>
    <message>
      <location filename="app/ui/setup/new_session.py" />
      <source>Use the team “{name}”, which works now</source>
      <translation>Das Team „{name}“ nehmen, das jetzt arbeiten kann</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Use this text</source>
      <translation>Diesen Text nehmen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Use:</source>
      <translation>Gilt:</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Use: {text}</source>
      <translation>Gilt: {text}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Used by</source>
      <translation>Verwendet von</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>Value</source>
      <translation>Wert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Version and licence</source>
      <translation>Version und Lizenz</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>View</source>
      <translation>Ansicht</translation>
    </message>
    <message>
      <location filename="app/ui/session/tabs.py" />
      <source>Views</source>
      <translation>Ansichten</translation>
    </message>
    <message>
      <location filename="app/ui/session/tabs.py" />
      <source>Views of the session</source>
      <translation>Ansichten der Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>Visits</source>
      <translation>Besuche</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Wait for me</source>
      <translation>Auf mich warten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Waiting for this answer…</source>
      <translation>Diese Antwort wird erwartet…</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>Waiting for you</source>
      <translation>Wartet auf Sie</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>What arrived from {seat}</source>
      <translation>Was von {seat} ankam</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asked.py" />
      <source>What came of it: {what}</source>
      <translation>Was dabei herauskam: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>What can be done, and with which command</source>
      <translation>Was möglich ist, und mit welchem Befehl</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>What deliberating was worth, as a page</source>
      <translation>Was das Beraten wert war, als Seite</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>What else is known</source>
      <translation>Was sonst bekannt ist</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>What fits</source>
      <translation>Was passt</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>What goes in</source>
      <translation>Was hineinkommt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>What is asked</source>
      <translation>Was gefragt wird</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>What is here stays as it is; only what is missing is taken in.</source>
      <translation>Was hier ist, bleibt, wie es ist; nur was fehlt, wird aufgenommen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/session_forms.py" />
      <source>What is known by now goes along, under Advanced.</source>
      <translation>Was bisher bekannt ist, geht mit, unter „Erweitert“.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/pieces.py" />
      <source>What is not ticked stays as it was.</source>
      <translation>Was nicht angekreuzt ist, bleibt, wie es war.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide.py" />
      <source>What it does</source>
      <translation>Was es tut</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>What it is</source>
      <translation>Was es ist</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>What should change?</source>
      <translation>Was soll sich ändern?</translation>
    </message>
    <message>
      <location filename="app/ui/setup/warned.py" />
      <source>What speaks against this setup</source>
      <translation>Was gegen diese Zusammenstellung spricht</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>What stays out</source>
      <translation>Was wegbleibt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/returning.py" />
      <source>What the document brings</source>
      <translation>Was das Dokument bringt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>What the line is about</source>
      <translation>Worauf sich die Zeile bezieht</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>What to do about {seat}: {key}</source>
      <translation>Was mit {seat} geschehen soll: {key}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>What will be sent</source>
      <translation>Was gesendet wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asked.py" />
      <source>What you asked for</source>
      <translation>Was Sie verlangt haben</translation>
    </message>
    <message>
      <location filename="app/ui/shell/guide_pages.py" />
      <source>When a round is done, read. Every member has a column, and new words are marked. Changes lays old and new beside each other, Critiques lists the objections, and Summary says what is agreed and what is still disputed.</source>
      <translation>Ist eine Runde fertig, lesen Sie. Jedes Mitglied hat eine Spalte, und neue Wörter sind markiert. „Änderungen“ legt Altes und Neues nebeneinander, „Kritiken“ führt die Einwände auf, und „Zusammenfassung“ sagt, worüber Einigkeit besteht und was noch strittig ist.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Where it stands</source>
      <translation>Wie es steht</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>Where the collector wants one, such as Authorization. Its value is kept in the keyring: “roundtable config trace_header NAME --secret”.</source>
      <translation>Wo der Sammler eines verlangt, etwa Authorization. Sein Wert liegt im Schlüsselbund: „roundtable config trace_header NAME --secret“.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>Which text of {name} goes on</source>
      <translation>Welcher Text von {name} weitergeht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>Who criticised whom</source>
      <translation>Wer wen kritisiert hat</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Who took part</source>
      <translation>Wer beteiligt war</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Who took part, and costs</source>
      <translation>Wer beteiligt war, und Kosten</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export_choice.py" />
      <source>Whole report</source>
      <translation>Ganzer Bericht</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Whose answer it becomes</source>
      <translation>Wessen Antwort es wird</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Why it asks: {why}</source>
      <translation>Warum es fragt: {why}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Word – with comments and tracked changes</source>
      <translation>Word – mit Kommentaren und nachverfolgten Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>Word, to be edited – every change tracked, comes back by Import</source>
      <translation>Word, zum Bearbeiten – jede Änderung nachverfolgt, kommt durch „Importieren“ zurück</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Works</source>
      <translation>Funktioniert</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Works. Answered in {ms} ms, {models}</source>
      <translation>Funktioniert. Antwort in {ms} ms, {models}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>Works: {models}.</source>
      <translation>Funktioniert: {models}.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>Worse</source>
      <translation>Schlechter</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/plugin.py" />
      <source>Write</source>
      <translation>Schreiben</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Write a complete file</source>
      <translation>Eine vollständige Datei schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Write and commit</source>
      <translation>Schreiben und festhalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Write the answer from what was accepted</source>
      <translation>Die Antwort aus dem Angenommenen schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/debate/graph.py" />
      <source>Write the final answer</source>
      <translation>Die Schlussantwort schreiben</translation>
    </message>
    <message>
      <location filename="app/workflows/draft/graph.py" />
      <source>Write the level</source>
      <translation>Die Ebene schreiben</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Write the report</source>
      <translation>Den Bericht schreiben</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>Write what should change, so that the models can act on it.</source>
      <translation>Schreiben Sie, was sich ändern soll, so dass die Modelle danach handeln können.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/first_run.py" />
      <source>Write your own, or open the sample: a two-page brief with one file of notes. Nothing is sent before you press Start.</source>
      <translation>Schreiben Sie eine eigene, oder öffnen Sie das Beispiel: zwei Seiten Auftrag mit einer Datei voller Notizen. Nichts wird gesendet, bevor Sie „Starten“ drücken.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>Written: {path}</source>
      <translation>Geschrieben: {path}</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>You</source>
      <translation>Sie</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>You found it a good answer</source>
      <translation>Sie fanden die Antwort gut</translation>
    </message>
    <message>
      <location filename="app/ui/panels/card_head.py" />
      <source>You found it a poor answer</source>
      <translation>Sie fanden die Antwort schwach</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>You stopped {when}.</source>
      <translation>Sie haben {when} angehalten.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/questions.py" />
      <source>Your answer, or a note sent with your choice</source>
      <translation>Ihre Antwort, oder eine Notiz zu Ihrer Wahl</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>Your choice is sent when you approve the round; until then Undo takes it back.</source>
      <translation>Ihre Wahl wird gesendet, wenn Sie die Runde freigeben; bis dahin nimmt „Rückgängig“ sie zurück.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Your earlier edit finds no place in this text. Edit the text instead.</source>
      <translation>Ihre frühere Bearbeitung findet in diesem Text keine Stelle. Bearbeiten Sie stattdessen den Text.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>Your edited text will be used.</source>
      <translation>Ihr bearbeiteter Text wird genommen.</translation>
    </message>
    <message>
      <location filename="app/ui/session/column.py" />
      <source>Your notes</source>
      <translation>Ihre Notizen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>Your own edit of this text overlaps this change. Edit the text instead.</source>
      <translation>Ihre eigene Bearbeitung dieses Textes überschneidet sich mit dieser Änderung. Bearbeiten Sie stattdessen den Text.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>Your text</source>
      <translation>Ihr Text</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_card.py" />
      <source>Your text instead of {name}'s</source>
      <translation>Ihr Text statt dessen von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>Your verdict: {what}</source>
      <translation>Ihr Urteil: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Zoom in</source>
      <translation>Vergrößern</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Zoom out</source>
      <translation>Verkleinern</translation>
    </message>
    <message>
      <location filename="app/ui/shell/actions.py" />
      <source>Zoom to 100 %</source>
      <translation>Auf 100 %</translation>
    </message>
    <message>
      <location filename="app/ui/view/naming.py" />
      <source>a model</source>
      <translation>ein Modell</translation>
    </message>
    <message>
      <location filename="app/ui/session/branches.py" />
      <source>a session that is gone</source>
      <translation>einer Sitzung, die es nicht mehr gibt</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>about {cost}</source>
      <translation>etwa {cost}</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>about {n} min left</source>
      <translation>noch etwa {n} min</translation>
    </message>
    <message>
      <location filename="app/projections/reporting.py" />
      <source>addressed</source>
      <translation>aufgegriffen</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>after 10 minutes</source>
      <translation>nach 10 Minuten</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>after 30 minutes</source>
      <translation>nach 30 Minuten</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>after 5 minutes</source>
      <translation>nach 5 Minuten</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>after {place}</source>
      <translation>nach {place}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>agrees</source>
      <translation>stimmt zu</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>all members</source>
      <translation>alle Mitglieder</translation>
    </message>
    <message>
      <location filename="app/ui/setup/warned.py" />
      <source>all ready</source>
      <translation>alle bereit</translation>
    </message>
    <message>
      <location filename="app/ui/view/naming.py" />
      <source>an address</source>
      <translation>eine Adresse</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>an unknown sum</source>
      <translation>ein unbekannter Betrag</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>and {n} more</source>
      <translation>und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/ui/shell/commands.py" />
      <source>another title</source>
      <translation>ein anderer Titel</translation>
    </message>
    <message>
      <location filename="app/ui/view/round_steps.py" />
      <source>answer</source>
      <translation>antworten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>answered</source>
      <translation>hat geantwortet</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>answered in {round} {n}</source>
      <translation>geantwortet in {round} {n}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>approve</source>
      <translation>freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>approve the next rounds for me</source>
      <translation>die nächsten Runden für mich freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>approved</source>
      <translation>freigegeben</translation>
    </message>
    <message>
      <location filename="app/ui/shell/offers.py" />
      <source>archived</source>
      <translation>archiviert</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>as of {round}</source>
      <translation>Stand von {round}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>attempt {n}</source>
      <translation>Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>before</source>
      <translation>vorher</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>before {place}</source>
      <translation>vor {place}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/estimate.py" />
      <source>being worked out…</source>
      <translation>wird ausgerechnet…</translation>
    </message>
    <message>
      <location filename="app/ui/library/rows.py" />
      <source>by the agent {agent}</source>
      <translation>vom Agenten {agent}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/painting.py" />
      <source>came from further down</source>
      <translation>kam von weiter unten</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/painting.py" />
      <source>came from further up</source>
      <translation>kam von weiter oben</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>cannot be read</source>
      <translation>nicht lesbar</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>cannot be told</source>
      <translation>nicht zu sagen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>changed</source>
      <translation>geändert</translation>
    </message>
    <message>
      <location filename="app/workflows/research/views.py" />
      <source>converged</source>
      <translation>konvergiert</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>critique</source>
      <translation>Kritik</translation>
    </message>
    <message>
      <location filename="app/ui/insights/chart.py" />
      <source>dashed line: {what}</source>
      <translation>gestrichelte Linie: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>dd MMM</source>
      <translation>d. MMM</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>dd MMM yyyy</source>
      <translation>d. MMM yyyy</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>dd MMM, HH:mm</source>
      <translation>d. MMM, HH:mm</translation>
    </message>
    <message>
      <location filename="app/ui/view/round_steps.py" />
      <source>decide</source>
      <translation>entscheiden</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>deleted: {text}</source>
      <translation>gelöscht: {text}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>disagree with…</source>
      <translation>anderer Meinung…</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>dissents</source>
      <translation>weicht ab</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>dissents on one point</source>
      <translation>weicht in einem Punkt ab</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standpoints.py" />
      <source>done</source>
      <translation>fertig</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>down {n}</source>
      <translation>um {n} gesunken</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>during {place}</source>
      <translation>während {place}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/views.py" />
      <source>early</source>
      <translation>früh</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>failed</source>
      <translation>ausgefallen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>finish</source>
      <translation>abschließen</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>finished</source>
      <translation>fertig</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>fixed</source>
      <translation>fest</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>for {name}</source>
      <translation>für {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>fork from {what}</source>
      <translation>von {what} abzweigen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>fork with another question</source>
      <translation>mit einer anderen Frage abzweigen</translation>
    </message>
    <message>
      <location filename="app/ui/session/branches.py" />
      <source>forked {from_title}</source>
      <translation>abgezweigt {from_title}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>free</source>
      <translation>kostenlos</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>from {n} row</source>
      <translation>aus {n} Zeile</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>from {n} rows</source>
      <translation>aus {n} Zeilen</translation>
    </message>
    <message>
      <location filename="app/ui/session/branches.py" />
      <source>from {title}</source>
      <translation>von {title}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/guidance.py" />
      <source>guidance for all rounds</source>
      <translation>Vorgabe für alle Runden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/offers.py" />
      <source>heading</source>
      <translation>Überschrift</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>highlighted: since {since}</source>
      <translation>hervorgehoben: seit {since}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standing.py" />
      <source>holds</source>
      <translation>hält</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>in ${rate}</source>
      <translation>Eingabe {rate} $</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>in {place}</source>
      <translation>in {place}</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>in: unknown</source>
      <translation>Eingabe: unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>inserted: {text}</source>
      <translation>eingefügt: {text}</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>interrupted</source>
      <translation>unterbrochen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/links.py" />
      <source>its answer</source>
      <translation>seine Antwort</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_rows.py" />
      <source>its first draft</source>
      <translation>dem ersten Entwurf</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>limit of approving by itself</source>
      <translation>Grenze für das Freigeben</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>line {n} quoted</source>
      <translation>Zeile {n} zitiert</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/cited.py" />
      <source>lines {a}–{b} quoted</source>
      <translation>Zeilen {a}–{b} zitiert</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>mark in the text of {name}</source>
      <translation>Markierung im Text von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>merged text</source>
      <translation>zusammengeführter Text</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>misses my question</source>
      <translation>verfehlt meine Frage</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/painting.py" />
      <source>moved further down</source>
      <translation>weiter nach unten verschoben</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/painting.py" />
      <source>moved further up</source>
      <translation>weiter nach oben verschoben</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>needed {n}</source>
      <translation>nötig {n}</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>needs attention</source>
      <translation>braucht Aufmerksamkeit</translation>
    </message>
    <message>
      <location filename="app/settings/options.py" />
      <source>never</source>
      <translation>nie</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>new text of all changes</source>
      <translation>neuer Text bei allen Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>new text of change {n}</source>
      <translation>neuer Text bei Änderung {n}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>no agent decides here</source>
      <translation>kein Agent entscheidet hier</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>no agent waits to be let in</source>
      <translation>kein Agent wartet auf eine Erlaubnis</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>no change is in sight</source>
      <translation>keine Änderung ist in Sicht</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>no critiques</source>
      <translation>keine Kritiken</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>no limit</source>
      <translation>keine Grenze</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>no session is open</source>
      <translation>keine Sitzung ist offen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>no session needs you</source>
      <translation>keine Sitzung braucht Sie</translation>
    </message>
    <message>
      <location filename="app/projections/reporting.py" />
      <source>no_reply</source>
      <translation>keine Antwort</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>none yet</source>
      <translation>noch keine</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>not begun</source>
      <translation>nicht begonnen</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>not decided</source>
      <translation>nicht entschieden</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standpoints.py" />
      <source>not done</source>
      <translation>nicht fertig</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>not needed</source>
      <translation>nicht nötig</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>not reached yet</source>
      <translation>noch nicht erreicht</translation>
    </message>
    <message>
      <location filename="app/ui/setup/warned.py" />
      <source>not ready</source>
      <translation>nicht bereit</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>not sourced</source>
      <translation>ohne Quelle</translation>
    </message>
    <message>
      <location filename="app/ui/insights/stepper.py" />
      <source>not started</source>
      <translation>noch nicht</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>not yet</source>
      <translation>offen</translation>
    </message>
    <message>
      <location filename="app/workflows/research/views.py" />
      <source>not_converged</source>
      <translation>nicht konvergiert</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_matrix.py" />
      <source>nothing</source>
      <translation>nichts</translation>
    </message>
    <message>
      <location filename="app/ui/session/find_bar.py" />
      <source>nothing found</source>
      <translation>nichts gefunden</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>nothing is approved by itself</source>
      <translation>nichts wird selbst freigegeben</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>nothing is running</source>
      <translation>nichts läuft</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>nothing is waiting for you</source>
      <translation>nichts wartet auf Sie</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>nothing was forked in this {round}</source>
      <translation>hier wurde nichts abgezweigt ({round})</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>of {limit}</source>
      <translation>von {limit}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>old text of all changes</source>
      <translation>alter Text bei allen Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>old text of change {n}</source>
      <translation>alter Text bei Änderung {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>open</source>
      <translation>offen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>or after rounds</source>
      <translation>oder nach so vielen Runden</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>or so many times</source>
      <translation>oder so viele Male</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>or the cost reaches</source>
      <translation>oder die Kosten erreichen</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>out ${rate}</source>
      <translation>Ausgabe {rate} $</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>out: unknown</source>
      <translation>Ausgabe: unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/panels/links.py" />
      <source>paragraph {n}</source>
      <translation>Absatz {n}</translation>
    </message>
    <message>
      <location filename="app/workflows/research/views.py" />
      <source>partial</source>
      <translation>teilweise</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>paused</source>
      <translation>pausiert</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>pausing: running calls end</source>
      <translation>hält an: laufende Aufrufe enden</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>plain text or Markdown</source>
      <translation>reiner Text oder Markdown</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>price unknown</source>
      <translation>Preis unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>provider/model</source>
      <translation>anbieter/modell</translation>
    </message>
    <message>
      <location filename="app/ui/view/draft_store.py" />
      <source>quote of {name}</source>
      <translation>Zitat von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>reached</source>
      <translation>erreicht</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>ready for your decision</source>
      <translation>bereit für Ihre Entscheidung</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>ready when you are</source>
      <translation>bereit, wenn Sie es sind</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>redo {what}</source>
      <translation>{what} wiederholen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/actions.py" />
      <source>reject</source>
      <translation>ablehnen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>rejected</source>
      <translation>abgelehnt</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>right</source>
      <translation>richtig</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>round</source>
      <translation>Runde</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>round {n}</source>
      <translation>Runde {n}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/stepper.py" />
      <source>running</source>
      <translation>läuft</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>severity {what}</source>
      <translation>Schwere {what}</translation>
    </message>
    <message>
      <location filename="app/projections/reporting.py" />
      <source>stands_by_it</source>
      <translation>bleibt dabei</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>stop rule met</source>
      <translation>Endbedingung erfüllt</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>stop rule not met</source>
      <translation>Endbedingung nicht erfüllt</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>stopped</source>
      <translation>angehalten</translation>
    </message>
    <message>
      <location filename="app/ui/gates/choices.py" />
      <source>text of {name}</source>
      <translation>Text von {name}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>the run is here</source>
      <translation>hier ist der Lauf</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>the session is not halted</source>
      <translation>die Sitzung ist nicht angehalten</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>there is nothing to take back</source>
      <translation>es gibt nichts zurückzunehmen</translation>
    </message>
    <message>
      <location filename="app/ui/shell/enabling.py" />
      <source>there is nothing to write a final answer from</source>
      <translation>es gibt nichts, woraus sich eine Schlussantwort schreiben ließe</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>thinking</source>
      <translation>denkt</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>tick on change {n}</source>
      <translation>Häkchen bei Änderung {n}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/feedback.py" />
      <source>too long</source>
      <translation>zu lang</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>under $0.0001</source>
      <translation>unter 0,0001 $</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>under 1 %</source>
      <translation>unter 1 %</translation>
    </message>
    <message>
      <location filename="app/ui/view/pace.py" />
      <source>under 1 min left</source>
      <translation>noch unter 1 min</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>unknown cost</source>
      <translation>Kosten unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>until agreement reaches</source>
      <translation>bis die Übereinstimmung erreicht</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>until the cost reaches</source>
      <translation>bis die Kosten erreichen</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>up to {sum}</source>
      <translation>bis {sum}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/criteria.py" />
      <source>up {n}</source>
      <translation>um {n} gestiegen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>verdict on a critique of {who}</source>
      <translation>Urteil über eine Kritik von {who}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>verdict on a critique of {who} taken back</source>
      <translation>Urteil über eine Kritik von {who} zurückgenommen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>visited</source>
      <translation>besucht</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>visited once</source>
      <translation>einmal besucht</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>visited {n} times</source>
      <translation>{n}-mal besucht</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>waiting</source>
      <translation>wartet</translation>
    </message>
    <message>
      <location filename="app/ui/insights/stepper.py" />
      <source>waiting for you</source>
      <translation>wartet auf Sie</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>waiting to try again</source>
      <translation>wartet auf einen neuen Versuch</translation>
    </message>
    <message>
      <location filename="app/ui/insights/series.py" />
      <source>was {n}</source>
      <translation>war {n}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>with passages of {names}</source>
      <translation>mit Stellen aus {names}</translation>
    </message>
    <message>
      <location filename="app/ui/models/own_server.py" />
      <source>work – its models are then called work/…</source>
      <translation>arbeit – seine Modelle heißen dann arbeit/…</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>working</source>
      <translation>arbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>writing</source>
      <translation>schreibt</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>writing · {n}</source>
      <translation>schreibt · {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>written by the chair from {n} answers</source>
      <translation>vom Vorsitz aus {n} Antworten geschrieben</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>written by {who}</source>
      <translation>geschrieben von {who}</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>wrong</source>
      <translation>falsch</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>your earlier edit</source>
      <translation>Ihre frühere Bearbeitung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>your verdict: {what}</source>
      <translation>Ihr Urteil: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>{answered}, tested {at}.</source>
      <translation>{answered}, geprüft um {at}.</translation>
    </message>
    <message>
      <location filename="app/ui/session/find_bar.py" />
      <source>{at} of {all}</source>
      <translation>{at} von {all}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>{at} of {all} changes</source>
      <translation>{at} von {all} Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{cost} so far</source>
      <translation>{cost} bisher</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>{critic} to {author}</source>
      <translation>{critic} an {author}</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{done}.</source>
      <translation>{done}.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/returning.py" />
      <source>{file} belongs to “{title}”.</source>
      <translation>{file} gehört zu „{title}“.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/importing.py" />
      <source>{file} holds another version of a session that is here already.</source>
      <translation>{file} enthält eine andere Fassung einer Sitzung, die schon hier ist.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/exchange.py" />
      <source>{file} holds what is here already: nothing was imported.</source>
      <translation>{file} enthält, was schon hier ist: Nichts wurde importiert.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{first} and {last}</source>
      <translation>{first} und {last}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/key_table.py" />
      <source>{key} alone is for writing and moving. Hold Ctrl or Alt with it, or use F1 to F12.</source>
      <translation>{key} allein ist zum Schreiben und Bewegen da. Halten Sie Strg oder Alt dazu, oder nehmen Sie F1 bis F12.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>{key} belongs to “{other}”.</source>
      <translation>{key} gehört zu „{other}“.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/key_table.py" />
      <source>{key} closes the window. Press others.</source>
      <translation>{key} schließt das Fenster. Drücken Sie andere.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/key_table.py" />
      <source>{key} does its own work wherever text is written. Press others.</source>
      <translation>{key} hat überall, wo geschrieben wird, eine eigene Aufgabe. Drücken Sie andere.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/key_table.py" />
      <source>{key} opens the menu {menu}. Press others.</source>
      <translation>{key} öffnet das Menü {menu}. Drücken Sie andere.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>{mark} by {author}</source>
      <translation>{mark} von {author}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_rows.py" />
      <source>{mark} · these words are gone</source>
      <translation>{mark} · diese Wörter sind weg</translation>
    </message>
    <message>
      <location filename="app/ui/setup/file_list.py" />
      <source>{name} (as given before)</source>
      <translation>{name} (wie zuvor gegeben)</translation>
    </message>
    <message>
      <location filename="app/ui/session/seat_actions.py" />
      <source>{name} left out</source>
      <translation>{name} weggelassen</translation>
    </message>
    <message>
      <location filename="app/ui/session/seat_actions.py" />
      <source>{name} taken back</source>
      <translation>{name} wieder dabei</translation>
    </message>
    <message>
      <location filename="app/ui/panels/final.py" />
      <source>{name} {n}</source>
      <translation>{name} {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_matrix.py" />
      <source>{name} →</source>
      <translation>{name} →</translation>
    </message>
    <message>
      <location filename="app/ui/panels/links.py" />
      <source>{name}, {where}</source>
      <translation>{name}, {where}</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{name}: unknown</source>
      <translation>{name}: unbekannt</translation>
    </message>
    <message>
      <location filename="app/ui/insights/sparkline.py" />
      <source>{numbers}. Enter opens chart and table.</source>
      <translation>{numbers}. Die Eingabetaste öffnet Diagramm und Tabelle.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/texts.py" />
      <source>{n} %</source>
      <translation>{n} %</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>{n} % changed</source>
      <translation>{n} % geändert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>{n} % of the cost limit is spent.</source>
      <translation>{n} % der Kostengrenze sind ausgegeben.</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{n} answer revised</source>
      <translation>{n} Antwort überarbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{n} answers revised</source>
      <translation>{n} Antworten überarbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/session/branches.py" />
      <source>{n} branch</source>
      <translation>{n} Abzweigung</translation>
    </message>
    <message>
      <location filename="app/ui/session/branches.py" />
      <source>{n} branches</source>
      <translation>{n} Abzweigungen</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>{n} call</source>
      <translation>{n} Aufruf</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{n} call left</source>
      <translation>noch {n} Aufruf</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>{n} calls</source>
      <translation>{n} Aufrufe</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{n} calls left</source>
      <translation>noch {n} Aufrufe</translation>
    </message>
    <message>
      <location filename="app/ui/panels/summary.py" />
      <source>{n} calls, {t} tokens, {c}</source>
      <translation>{n} Aufrufe, {t} Token, {c}</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/strip.py" />
      <source>{n} change</source>
      <translation>{n} Änderung</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>{n} changed</source>
      <translation>{n} geändert</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/strip.py" />
      <source>{n} changes</source>
      <translation>{n} Änderungen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>{n} characters</source>
      <translation>{n} Zeichen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} characters.</source>
      <translation>{n} Zeichen.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>{n} critique</source>
      <translation>{n} Kritik</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>{n} critiques</source>
      <translation>{n} Kritiken</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{n} cycle</source>
      <translation>{n} Zyklus</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{n} cycles</source>
      <translation>{n} Zyklen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>{n} edited by you</source>
      <translation>{n} von Ihnen bearbeitet</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} failed</source>
      <translation>{n} ausgefallen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} file in a folder.</source>
      <translation>{n} Datei in einem Ordner.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} file in a new folder.</source>
      <translation>{n} Datei in einem neuen Ordner.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} files in a new folder.</source>
      <translation>{n} Dateien in einem neuen Ordner.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} files, one for each session.</source>
      <translation>{n} Dateien, eine je Sitzung.</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{n} h</source>
      <translation>{n} h</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>{n} hit</source>
      <translation>{n} Treffer</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>{n} hits</source>
      <translation>{n} Treffer</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{n} iteration</source>
      <translation>{n} Iteration</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{n} iterations</source>
      <translation>{n} Iterationen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} kB.</source>
      <translation>{n} kB.</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{n} kept</source>
      <translation>{n} beibehalten</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>{n} known, {used} in use</source>
      <translation>{n} bekannt, {used} in Gebrauch</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/model.py" />
      <source>{n} line</source>
      <translation>{n} Zeile</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/model.py" />
      <source>{n} lines</source>
      <translation>{n} Zeilen</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{n} members are {what}</source>
      <translation>{n} Mitglieder: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>{n} min</source>
      <translation>{n} min</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{n} min {m} s</source>
      <translation>{n} min {m} s</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>{n} model</source>
      <translation>{n} Modell</translation>
    </message>
    <message>
      <location filename="app/ui/models/provider_details.py" />
      <source>{n} models</source>
      <translation>{n} Modelle</translation>
    </message>
    <message>
      <location filename="app/ui/insights/still_disputed.py" />
      <source>{n} more</source>
      <translation>{n} weitere</translation>
    </message>
    <message>
      <location filename="app/ui/insights/still_disputed.py" />
      <source>{n} more disagreement</source>
      <translation>{n} weiterer Streitpunkt</translation>
    </message>
    <message>
      <location filename="app/ui/insights/still_disputed.py" />
      <source>{n} more disagreements</source>
      <translation>{n} weitere Streitpunkte</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} more has failed.</source>
      <translation>{n} weitere ist fehlgeschlagen.</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} more have failed.</source>
      <translation>{n} weitere sind fehlgeschlagen.</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{n} more round</source>
      <translation>{n} weitere Runde</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{n} more rounds</source>
      <translation>{n} weitere Runden</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} more row is set aside.</source>
      <translation>{n} weitere Zeile bleibt beiseite.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} more rows are set aside.</source>
      <translation>{n} weitere Zeilen bleiben beiseite.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>{n} moved</source>
      <translation>{n} verschoben</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critiques.py" />
      <source>{n} of {all}</source>
      <translation>{n} von {all}</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{n} of {all} calls were complete</source>
      <translation>{n} von {all} Aufrufen waren fertig</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} of {all} finished</source>
      <translation>{n} von {all} fertig</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip.py" />
      <source>{n} of {all}: {what}</source>
      <translation>{n} von {all}: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>{n} old text kept</source>
      <translation>{n} alter Text behalten</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>{n} old texts kept</source>
      <translation>{n} alte Texte behalten</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} other was done before.</source>
      <translation>{n} andere war vorher fertig.</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} others were done before.</source>
      <translation>{n} andere waren vorher fertig.</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} page,</source>
      <translation>{n} Seite,</translation>
    </message>
    <message>
      <location filename="app/ui/kit/export.py" />
      <source>{n} pages,</source>
      <translation>{n} Seiten,</translation>
    </message>
    <message>
      <location filename="app/ui/kit/text/safe_view.py" />
      <source>{n} pictures not loaded</source>
      <translation>{n} Bilder nicht geladen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_matrix.py" />
      <source>{n} point</source>
      <translation>{n} Punkt</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_matrix.py" />
      <source>{n} points</source>
      <translation>{n} Punkte</translation>
    </message>
    <message>
      <location filename="app/ui/gates/facts_row.py" />
      <source>{n} previous</source>
      <translation>{n} vorige</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_line.py" />
      <source>{n} provider</source>
      <translation>{n} Anbieter</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_line.py" />
      <source>{n} provider works</source>
      <translation>{n} Anbieter bereit</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_line.py" />
      <source>{n} providers</source>
      <translation>{n} Anbieter</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_line.py" />
      <source>{n} providers work</source>
      <translation>{n} Anbieter bereit</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>{n} result</source>
      <translation>{n} Ergebnis</translation>
    </message>
    <message>
      <location filename="app/ui/shell/palette.py" />
      <source>{n} results</source>
      <translation>{n} Ergebnisse</translation>
    </message>
    <message>
      <location filename="app/ui/panels/changes.py" />
      <source>{n} reviewed</source>
      <translation>{n} geprüft</translation>
    </message>
    <message>
      <location filename="app/ui/view/round_steps.py" />
      <source>{n} revised</source>
      <translation>{n} neu</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{n} round</source>
      <translation>{n} Runde</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{n} rounds</source>
      <translation>{n} Runden</translation>
    </message>
    <message>
      <location filename="app/ui/insights/map_scene.py" />
      <source>{n} s</source>
      <translation>{n} s</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>{n} selected</source>
      <translation>{n} gewählt</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} session</source>
      <translation>{n} Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} session archived</source>
      <translation>{n} Sitzung archiviert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} session could not be read; its file went along as it is.</source>
      <translation>{n} Sitzung war nicht lesbar; ihre Datei ging mit, wie sie ist.</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} session exported</source>
      <translation>{n} Sitzung exportiert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} session has gone on differently here and was left as it is.</source>
      <translation>{n} Sitzung ging hier anders weiter und blieb, wie sie ist.</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} session moved to the trash</source>
      <translation>{n} Sitzung in den Papierkorb gelegt</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} session taken out</source>
      <translation>{n} Sitzung zurückgeholt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} session was taken in.</source>
      <translation>{n} Sitzung wurde aufgenommen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} session, the settings, teams and templates are in the file.</source>
      <translation>{n} Sitzung, die Einstellungen, Teams und Vorlagen sind in der Datei.</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} sessions</source>
      <translation>{n} Sitzungen</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} sessions archived</source>
      <translation>{n} Sitzungen archiviert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} sessions could not be read; their files went along as they are.</source>
      <translation>{n} Sitzungen waren nicht lesbar; ihre Dateien gingen mit, wie sie sind.</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} sessions exported</source>
      <translation>{n} Sitzungen exportiert</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} sessions have gone on differently here and were left as they are.</source>
      <translation>{n} Sitzungen gingen hier anders weiter und blieben, wie sie sind.</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} sessions moved to the trash</source>
      <translation>{n} Sitzungen in den Papierkorb gelegt</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{n} sessions taken out</source>
      <translation>{n} Sitzungen zurückgeholt</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} sessions were taken in.</source>
      <translation>{n} Sitzungen wurden aufgenommen.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/backing_up.py" />
      <source>{n} sessions, the settings, teams and templates are in the file.</source>
      <translation>{n} Sitzungen, die Einstellungen, Teams und Vorlagen sind in der Datei.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>{n} so far</source>
      <translation>{n} bisher</translation>
    </message>
    <message>
      <location filename="app/ui/view/round_steps.py" />
      <source>{n} time</source>
      <translation>{n}-mal</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{n} time at most</source>
      <translation>höchstens {n} Mal</translation>
    </message>
    <message>
      <location filename="app/ui/view/round_steps.py" />
      <source>{n} times</source>
      <translation>{n}-mal</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{n} times at most</source>
      <translation>höchstens {n} Mal</translation>
    </message>
    <message>
      <location filename="app/ui/library/preview.py" />
      <source>{n} token</source>
      <translation>{n} Token</translation>
    </message>
    <message>
      <location filename="app/ui/gates/forms.py" />
      <source>{n} tokens</source>
      <translation>{n} Token</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>{n} unchanged line</source>
      <translation>{n} unveränderte Zeile</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>{n} unchanged lines</source>
      <translation>{n} unveränderte Zeilen</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>{n} unchanged paragraph</source>
      <translation>{n} unveränderter Absatz</translation>
    </message>
    <message>
      <location filename="app/ui/kit/diff/view.py" />
      <source>{n} unchanged paragraphs</source>
      <translation>{n} unveränderte Absätze</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} wait for you</source>
      <translation>{n} warten auf Sie</translation>
    </message>
    <message>
      <location filename="app/ui/batches/page.py" />
      <source>{n} waits for you</source>
      <translation>{n} wartet auf Sie</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>{n} word</source>
      <translation>{n} Wort</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>{n} words</source>
      <translation>{n} Wörter</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>{place} has no name.</source>
      <translation>{place} hat keinen Namen.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{place} of at most {most}</source>
      <translation>{place} von höchstens {most}</translation>
    </message>
    <message>
      <location filename="app/ui/models/approvals.py" />
      <source>{place} – with {names}</source>
      <translation>{place} – mit {names}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>{place}: write the model as provider/model.</source>
      <translation>{place}: Schreiben Sie das Modell als anbieter/modell.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_matrix.py" />
      <source>{points}, gravest {worst}, {open} open</source>
      <translation>{points}, am schwersten {worst}, {open} offen</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{round} is running.</source>
      <translation>{round} läuft.</translation>
    </message>
    <message>
      <location filename="app/ui/view/session_rows.py" />
      <source>{round} of {most}</source>
      <translation>{round} von {most}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/watching.py" />
      <source>{round} was approved for you.</source>
      <translation>{round} wurde für Sie freigegeben.</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>{round}, attempt {n}</source>
      <translation>{round}, Versuch {n}</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{round}: {what}</source>
      <translation>{round}: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{round}: {who}.</source>
      <translation>{round}: {who}.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>{seat} (was {model})</source>
      <translation>{seat} (war {model})</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>{some} of {n} sessions</source>
      <translation>{some} von {n} Sitzungen</translation>
    </message>
    <message>
      <location filename="app/ui/view/labels.py" />
      <source>{spent} of {limit}</source>
      <translation>{spent} von {limit}</translation>
    </message>
    <message>
      <location filename="app/ui/models/providers.py" />
      <source>{title} at {base}: {models}</source>
      <translation>{title} unter {base}: {models}</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>{title} · {said}</source>
      <translation>{title} · {said}</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standing.py" />
      <source>{title}: show all of it</source>
      <translation>{title}: alles davon zeigen</translation>
    </message>
    <message>
      <location filename="app/ui/session/strip_rows.py" />
      <source>{title}: {said}</source>
      <translation>{title}: {said}</translation>
    </message>
    <message>
      <location filename="app/ui/setup/setup_form.py" />
      <source>{title}: {why}.</source>
      <translation>{title}: {why}.</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/model.py" />
      <source>{type}, step with {lines}, closed</source>
      <translation>{type}, Schritt mit {lines}, zu</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/model.py" />
      <source>{type}, step with {lines}, open</source>
      <translation>{type}, Schritt mit {lines}, offen</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>{verb} this critique</source>
      <translation>{verb}: diese Kritik</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>{what} for me, until a limit is reached</source>
      <translation>{what} für mich, bis eine Grenze erreicht ist</translation>
    </message>
    <message>
      <location filename="app/ui/gates/bar.py" />
      <source>{what} this session</source>
      <translation>{what} diese Sitzung</translation>
    </message>
    <message>
      <location filename="app/ui/library/library_actions.py" />
      <source>{what} to {path}</source>
      <translation>{what} nach {path}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>{what} · {n}</source>
      <translation>{what} · {n}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/listing/foot.py" />
      <source>{what} – in the list: {letter}</source>
      <translation>{what} – in der Liste: {letter}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/limits.py" />
      <source>{what}, with these limits</source>
      <translation>{what}, mit diesen Grenzen</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asked.py" />
      <source>{what}: {label}</source>
      <translation>{what}: {label}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/answer_states.py" />
      <source>{what}: {said}</source>
      <translation>{what}: {said}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/asking.py" />
      <source>{what}{price}.</source>
      <translation>{what}{price}.</translation>
    </message>
    <message>
      <location filename="app/ui/insights/run_map.py" />
      <source>{where} {n} of {all} were visited.</source>
      <translation>{where} {n} von {all} wurden besucht.</translation>
    </message>
    <message>
      <location filename="app/ui/setup/team.py" />
      <source>{where}: {why}.</source>
      <translation>{where}: {why}.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{whole}; of the others what had arrived is kept.</source>
      <translation>{whole}; von den anderen bleibt, was angekommen war.</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{who} are {what}</source>
      <translation>{who}: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{who} has another model now: {model}. Retry asks it.</source>
      <translation>{who} hat jetzt ein anderes Modell: {model}. „Noch einmal“ fragt es.</translation>
    </message>
    <message>
      <location filename="app/ui/models/usage.py" />
      <source>{who} in “{team}”</source>
      <translation>{who} in „{team}“</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{who} is {what}</source>
      <translation>{who}: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_detail.py" />
      <source>{who}'s response</source>
      <translation>Erwiderung von {who}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/calls.py" />
      <source>{who}: {what}</source>
      <translation>{who}: {what}</translation>
    </message>
    <message>
      <location filename="app/ui/library/page.py" />
      <source>{words} · {some} of {n} converged</source>
      <translation>{words} · {some} von {n} konvergiert</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{word} after {place}</source>
      <translation>{word} nach {place}</translation>
    </message>
    <message>
      <location filename="app/ui/view/status_bars.py" />
      <source>{word} in {place}</source>
      <translation>{word} in {place}</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{{done}}. Nothing is sent for {n} second.</source>
      <translation>{{done}}. Noch {n} Sekunde lang wird nichts gesendet.</translation>
    </message>
    <message>
      <location filename="app/ui/view/gate_bars.py" />
      <source>{{done}}. Nothing is sent for {n} seconds.</source>
      <translation>{{done}}. Noch {n} Sekunden lang wird nichts gesendet.</translation>
    </message>
    <message>
      <location filename="app/ui/shell/shortcuts.py" />
      <source>“{other}” has it no more</source>
      <translation>„{other}“ hat sie nicht mehr</translation>
    </message>
    <message>
      <location filename="app/ui/insights/standpoints.py" />
      <source>“{text}”</source>
      <translation>„{text}“</translation>
    </message>
    <message>
      <location filename="app/ui/gates/merging.py" />
      <source>“{title}”</source>
      <translation>„{title}“</translation>
    </message>
    <message>
      <location filename="app/ui/shell/settings.py" />
      <source>“{title}” cannot be “{value}”.</source>
      <translation>„{title}“ kann nicht „{value}“ sein.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>“{title}” has no text yet.</source>
      <translation>„{title}“ hat noch keinen Text.</translation>
    </message>
    <message>
      <location filename="app/ui/gates/controller.py" />
      <source>“{verb}”</source>
      <translation>„{verb}“</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>• {place}</source>
      <translation>• {place}</translation>
    </message>
    <message>
      <location filename="app/ui/gates/approving.py" />
      <source>• {place}, and the value of the variable {name}</source>
      <translation>• {place}, und den Wert der Variablen {name}</translation>
    </message>
    <message>
      <location filename="app/ui/shell/returning.py" />
      <source>… and {n} more</source>
      <translation>… und {n} weitere</translation>
    </message>
    <message>
      <location filename="app/ui/panels/critique_matrix.py" />
      <source>→ {name}</source>
      <translation>→ {name}</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>■ It was cut off when the program ended.</source>
      <translation>■ Es wurde abgebrochen, als das Programm endete.</translation>
    </message>
    <message>
      <location filename="app/ui/view/asked_rows.py" />
      <source>● {who} – under way…</source>
      <translation>● {who} – im Gang…</translation>
    </message>
  </context>
</TS>
