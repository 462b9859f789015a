// SPDX-License-Identifier: Apache-2.0

/// Completion scripts for shells, made from the tree of commands.
enum ShellCompletion: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script to load in the shell.
  func script(for root: CommandSpec, everywhere: [OptionSpec]) -> String {
    switch self {
    case .bash: Self.bashScript(root, everywhere)
    case .zsh:
      "#compdef \(root.name)\nautoload -U +X bashcompinit && bashcompinit\n"
        + Self.bashScript(root, everywhere)
    case .fish: Self.fishScript(root, everywhere)
    }
  }

  /// Every command below `root` with its names, the root left out.
  static func commands(below root: CommandSpec) -> [(path: [String], command: CommandSpec)] {
    root.subcommands.flatMap { command in
      [([command.name], command)]
        + commands(below: command).map { ([command.name] + $0.path, $0.command) }
    }
  }

  private static func bashScript(_ root: CommandSpec, _ everywhere: [OptionSpec]) -> String {
    let all = [(path: [String](), command: root)] + commands(below: root)
    var words = ""
    for (path, command) in all {
      let names = command.subcommands.map(\.name)
      let options = (command.options + everywhere).map { "--\($0.name)" } + ["--help"]
      words +=
        "    '\(path.joined(separator: " "))') words='\((names + options).joined(separator: " "))' ;;\n"
    }
    var values = ""
    var seen: Set<String> = []
    for option in all.flatMap(\.command.options) + everywhere where seen.insert(option.name).inserted {
      guard option.value != nil else { continue }
      switch option.completion {
      case .choices(let choices):
        values +=
          "    --\(option.name)) COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\")); return ;;\n"
      case .files: values += "    --\(option.name)) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
      case .nothing: values += "    --\(option.name)) return ;;\n"
      }
    }
    let paths = all.filter { !$0.path.isEmpty }.map { "'\($0.path.joined(separator: " "))'" }
    return """
      _\(root.name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path='' word words=''
        COMPREPLY=()
        case $previous in
      \(values)  esac
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "${path:+$path }$word" in
            \(paths.joined(separator: "|"))) path="${path:+$path }$word" ;;
          esac
        done
        case $path in
      \(words)  esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        case $current in -*) ;; *) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
      }
      complete -o filenames -F _\(root.name) \(root.name)

      """
  }

  private static func fishScript(_ root: CommandSpec, _ everywhere: [OptionSpec]) -> String {
    let name = root.name
    func quote(_ text: String) -> String {
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
    func option(_ option: OptionSpec, when condition: String) -> String {
      var line = "complete -c \(name)\(condition) -l \(option.name) -d \(quote(option.summary))"
      if option.value != nil { line += " -r" }
      switch option.completion {
      case .choices(let choices): line += " -f -a \(quote(choices.joined(separator: " ")))"
      case .files: line += " -F"
      case .nothing: line += option.value == nil ? "" : " -f"
      }
      return line + "\n"
    }
    var text = ""
    for option_ in everywhere { text += option(option_, when: "") }
    let top = root.subcommands.map(\.name).joined(separator: " ")
    for command in root.subcommands {
      text +=
        "complete -c \(name) -n 'not __fish_seen_subcommand_from \(top)' -f -a \(command.name) -d \(quote(command.summary))\n"
      let seen = "__fish_seen_subcommand_from \(command.name)"
      let below = command.subcommands.map(\.name).joined(separator: " ")
      for child in command.subcommands {
        text +=
          "complete -c \(name) -n '\(seen); and not __fish_seen_subcommand_from \(below)' -f -a \(child.name) -d \(quote(child.summary))\n"
        for entry in child.options {
          text += option(entry, when: " -n '\(seen); and __fish_seen_subcommand_from \(child.name)'")
        }
      }
      for entry in command.options { text += option(entry, when: " -n '\(seen)'") }
    }
    return text
  }
}
