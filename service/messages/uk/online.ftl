# Rules of online play, on the page of a case.

case-online-complaint = У змаганні онлайн претензію можуть подати лише учасники (гравці, капітани, офіційні особи), після нього і протягом { $hours } годин після останнього туру ({ $article }).
case-online-complaint-until = Остання дата змагання — { $last }, отже, претензію подають не пізніше { $until }.
case-online-monitoring = Кожну партію онлайн перевіряють, під час гри або після неї ({ $article }).
case-online-platform = Висновки самої платформи не остаточні. Головний арбітр або група експертів може вважати їх достатніми для покарання; рішенням Комісії вони не є ({ $article }).
case-online-prizes = Призи видають лише після завершення перевірок ({ $article }).
case-online-investigators = Справу онлайн розслідує один член Комісії; кількість слідчих за правилами: { $number } ({ $article }). Слідчих у цій справі: { $members }.
case-online-days = Розслідування онлайн зазвичай триває { $days } днів ({ $article }): з { $from }, { $by }, до { $until }.
indication-title = Вказівка платформи, а не рішення
indication-help = Запишіть, що платформа повідомила про цього гравця. Це показано як вказівку, і воно не змінює того, що дозволено.
indication-platform = Платформа
indication-says = Що повідомляє платформа, її словами
indication-day = День повідомлення
indication-reference = Посилання: номер, адреса або лист
indication-add = Додати вказівку
action_case_indication_noted = записано вказівку платформи

## Breaches of other rules, in a case
breach-title = Порушення іншого правила
breach-help = Запишіть, що побачив арбітр: обрив зв’язку, вимкнена камера, пристрій, відмова від перевірки. Порушення розглядають саме по собі, і воно не змінює ні чисел, ні того, що дозволено.
breach-about = У чому воно полягає
breach-moment = Тур, дошка і хід
breach-day = День
breach-facts = Що було помічено і ким
breach-measures = Яких заходів вжито
breach-add = Додати порушення
breach_connection = обрив зв’язку
breach_camera = камера вимкнена або показує не те, що має
breach_microphone = мікрофон або звук
breach_screen = екран не показано або показано не весь
breach_program = інша програма або вікно
breach_room = хтось сторонній у кімнаті, або гравець поза нею
breach_device = електронний пристрій
breach_check = відмова від перевірки чи огляду
breach_other = інше
action_case_breach_noted = записано порушення іншого правила
