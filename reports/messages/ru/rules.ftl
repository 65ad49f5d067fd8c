# What the rules say of a result, and the first page of a dossier.

## Approval of the method
approval_not_approved = ФИДЕ не утверждала этот метод, поэтому ни её пороги, ни презумпция правил к его результату не относятся ({ $article }; для онлайн-игры { $online }); он может служить лишь как { $uses }.
use_hint = закрытый ориентир
use_support_of_other_evidence = поддержка других доказательств
use_request_for_approved_test = повод просить Комиссию по честной игре о тесте утверждённым методом
use_clearing_a_complaint = основание отклонить претензию

## Attention and complaints
attention_complaint_without_observation = назван в официальной претензии, которая опирается только на ходы
why_complaint_without_observation = претензия только по ходам
dossier-complaint-observation = Претензия содержит наблюдение. Это основание для навязчивых мер при любом z ({ $article }).
dossier-complaint-moves = Претензия опирается только на ходы. Она допускает полный тест и никаких навязчивых мер ({ $article }).
dossier-rules-reject-ipr = Внутренний рейтинг выступления (ВРП, IPR), равный { $ipr }, ненамного выше рейтинга { $rating }: его диапазон от { $low } до { $high } доходит до рейтинга, и так же у всех других ВРП, вычисленных здесь. Это причина отклонить претензию, даже с наблюдениями ({ $article }). Правила не говорят, что значит «ненамного»; так их читает этот проект.

## Other evidence
dossier-rules-other = В онлайн-игре другие доказательства могут быть достаточны и там, где статистики недостаточно ({ $article }).
dossier-rules-breaches = Нарушения других правил, например телефон у игрока или отказ от проверки, рассматриваются сами по себе, каким бы ни был z ({ $article }).

## Levels of the ladder
dossier-allowed-single = { $action } Разрешено: при одном тесте после соревнования нужен z не ниже { $level } ({ $article }).
dossier-allowed-look = { $action } Разрешено: при этом взгляде по ходу соревнования нужен z не ниже { $level }, с поправкой на все взгляды ({ $article }).
dossier-allowed-sequential = { $action } Разрешено при этом взгляде по ходу соревнования: последовательный показатель быстрого теста называет игрока ({ $article }).
dossier-not-allowed-single = { $action } Не разрешено этим тестом: при одном тесте после соревнования нужен z не ниже { $level } ({ $article }).
dossier-not-allowed-look = { $action } Не разрешено этим тестом: при этом взгляде по ходу соревнования нужен z не ниже { $level }, с поправкой на все взгляды ({ $article }).
dossier-not-allowed-named = { $action } Не разрешено при этом взгляде по ходу соревнования: последовательный показатель быстрого теста не называет игрока, и ни один полный тест не достигает нужного уровня ({ $article }).
dossier-not-allowed-no-look = { $action } Не разрешено этим тестом: запланированных взглядов не осталось ({ $article }).

## First page
dossier-first-heading = Результат на одной странице
dossier-first-ordinary = Ходы не выходят за пределы обычного для честных игроков с таким рейтингом: по { $decisions ->
    [one] { $decisions-text } решению
    [few] { $decisions-text } решениям
    [many] { $decisions-text } решениям
   *[other] { $decisions-text } решения
  } общий z равен { $z }, индекс { $index }, и примерно одно из { $once } выступлений честных игроков такого круга не ниже.
dossier-first-unusual = Ходы согласны с движком больше, чем обычно у честных игроков с таким рейтингом: по { $decisions ->
    [one] { $decisions-text } решению
    [few] { $decisions-text } решениям
    [many] { $decisions-text } решениям
   *[other] { $decisions-text } решения
  } общий z равен { $z }, индекс { $index }, и примерно одно из { $once } выступлений честных игроков такого круга не ниже.
dossier-first-picture = Общий z по обеим моделям
dossier-first-axis = Общий z
dossier-first-primary = Основная модель: { $z }; примерно одно из { $once } честных выступлений
dossier-first-second = Вторая модель: { $z }
dossier-first-caption = Точка: с поправкой по другим участникам соревнования. Кольцо: без неё. Ведёт меньшее значение. Полоса: при других калиброванных условиях. С { $support } z может поддержать другие доказательства ({ $support-article }); { $threshold } — порог для z утверждённого метода ({ $threshold-article }).
dossier-first-described = { $row }. Без поправки по другим участникам { $alone }, с нею { $field }.
dossier-first-unseen = Помощь движка теста меньше чем в { $share } % решений при z, равном { $level }, чаще осталась бы незамеченной, чем была бы видна.
dossier-first-unseen-all = Даже помощь во всех решениях при z, равном { $level }, чаще осталась бы незамеченной, чем была бы видна.
dossier-first-unseen-other = Помощь другого сильного движка меньше чем в { $share } % решений при z, равном { $level }, чаще осталась бы незамеченной, чем была бы видна.
dossier-first-unseen-other-all = Даже помощь другого сильного движка во всех решениях при z, равном { $level }, чаще осталась бы незамеченной, чем была бы видна.

## Annex
dossier-annex-heading = Приложение: хеши и буквы
dossier-annex-intro = По чему узнаются движки, файлы и партии, и класс каждого хода. Приложение служит для справок и проверки.
